import { previewTemplate } from '../customer/messageTemplates.ts'
import type { Endpoint } from '../endpoint.ts'
import { signDay } from '../money/days.ts'
import { getInvoiceSettings, updateInvoiceSettings } from '../money/invoiceSettings.ts'
import * as complaints from '../orders/complaints.ts'
import { listCustomerFiles } from '../orders/customerFiles.ts'
import { deleteDeliveryProof } from '../orders/deliveryProofs.ts'
import { createUpload, deleteUpload, listPrintFileTypes } from '../orders/orderFiles.ts'
import { priceOrder } from '../orders/priceOrder.ts'
import { listTicketScans } from '../orders/ticketScans.ts'
import { getFloor } from '../printing/floor.ts'
import { getKeptPromises } from '../printing/keptPromises.ts'
import { listMargins } from '../printing/margins.ts'
import * as printers from '../printing/printers.ts'
import * as production from '../printing/production.ts'
import * as stock from '../printing/stock.ts'
import * as clients from '../rewards/clients.ts'
import { createCoinEntry, getCoins } from '../rewards/coins.ts'
import * as coupons from '../rewards/coupons.ts'
import * as plans from '../rewards/plans.ts'
import * as qrCodes from '../rewards/qrCodes.ts'
import { getCustomerReferral, listReferrers } from '../rewards/referrals.ts'
import * as soldVouchers from '../rewards/soldVouchers.ts'
import { importVouchers, listSkippedLines } from '../rewards/voucherImports.ts'
import * as statements from '../rewards/voucherStatements.ts'
import * as vouchers from '../rewards/vouchers.ts'
import { listAudit } from '../shop/audit.ts'
import * as bulkJobs from '../shop/bulkJobs.ts'
import { getDashboard } from '../shop/dashboard.ts'
import { answerPlace } from '../shop/places.ts'
import { search } from '../shop/search.ts'
import { updateConfiguration } from '../shop/updateConfiguration.ts'
import type { Ability } from './abilities.ts'
import * as apiKeys from './apiKeys.ts'
import * as addresses from './customerAddresses.ts'
import * as imports from './customerImports.ts'
import { createUser, getUser, listCustomerTags, listUsers, updateUser } from './customers.ts'
import {
  allAbilitySets,
  allApprovals,
  allCash,
  allInvoices,
  allMessages,
  allPrinters,
  allQuotes,
  allRequests,
  allStatements,
  allWebhooks,
  bins,
  complaintReads,
  customerLinks,
  ledger,
  manyAtOnce,
  mergeReads,
  mergeWrites,
  messageChoices,
  messageSetup,
  orderDesk,
  orderWrites,
  previews,
  printing,
  readings,
  readOrders,
  referrals,
  sold,
  soldPlans,
  stockOfPaper,
  views,
} from './endpointGroups.ts'
import * as leads from './leads.ts'
import { endStaffSessions, listStaffSessions } from './sessions.ts'
import * as staff from './staff.ts'
import { tagUsers } from './tagUsers.ts'

/**
 * The one table of who may do what: which endpoints each ability opens; any one of several is enough. Everything that is
 * shown or refused follows from it. An order shows its prices and its customer's phone, email and address only with
 * `prices` and `customers`, and is not found, sorted or filtered by them without; a person's own orders show all of it,
 * as to delivery staff.
 */
export const abilityEndpoints: Record<Ability, readonly Endpoint[]> = {
  orders: [
    ...orderDesk,
    ...orderWrites,
    ...customerLinks,
    ...allRequests,
    ...allQuotes,
    ...complaintReads,
    complaints.resolveComplaint,
    createUpload,
    deleteUpload,
    listPrintFileTypes,
    ...previews,
    deleteDeliveryProof,
    listTicketScans,
    stock.getStockWarnings,
    coupons.validateCoupon,
    coupons.listCoupons,
    coupons.getCoupon,
    plans.listPlans,
    plans.getPlan,
    ...soldPlans,
    bulkJobs.createOrderBulkJob,
    ...manyAtOnce,
  ],
  prices: [
    getDashboard,
    getKeptPromises,
    listMargins,
    production.listProduction,
    production.getProductionSummary,
    production.getOrderProduction,
  ],
  discounts: [],
  payments: [...ledger],
  invoices: allInvoices,
  cash: allCash,
  coins: [getCoins, createCoinEntry],
  vouchers: [
    search,
    ...views,
    clients.listClients,
    clients.getClient,
    clients.createClient,
    clients.updateClient,
    clients.deleteClients,
    statements.getVoucherStatement,
    statements.getVoucherChain,
    vouchers.listVouchers,
    vouchers.getVoucher,
    vouchers.listVoucherGroups,
    vouchers.getVoucherGroup,
    vouchers.createVouchers,
    vouchers.generateVouchers,
    vouchers.updateVoucher,
    vouchers.deleteVouchers,
    importVouchers,
    listSkippedLines,
    ...sold,
    soldVouchers.sellVoucher,
    soldVouchers.voidSoldVoucher,
    coupons.listCoupons,
    coupons.getCoupon,
    coupons.createCoupon,
    coupons.updateCoupon,
    coupons.deleteCoupon,
    coupons.validateCoupon,
    coupons.listCouponUses,
    qrCodes.listQrCodes,
    qrCodes.getQrCode,
    qrCodes.createQrCode,
    qrCodes.updateQrCode,
    qrCodes.deleteQrCodes,
    qrCodes.getScans,
    qrCodes.getAllScans,
    qrCodes.getQrLabels,
    ...referrals,
    plans.listPlans,
    plans.getPlan,
    plans.createPlan,
    plans.updatePlan,
    plans.deletePlan,
    ...soldPlans,
    plans.sellPlan,
    plans.updateSoldPlan,
    bulkJobs.createClientBulkJob,
    bulkJobs.createVoucherBulkJob,
    bulkJobs.createQrCodeBulkJob,
    ...manyAtOnce,
    ...bins,
  ],
  floor: [
    ...readOrders,
    getFloor,
    ...previews,
    listTicketScans,
    ...printing,
    printers.listPrinters,
    printers.getPrinter,
    printers.checkPrinter,
    ...readings,
    stock.getStockWarnings,
    ...stockOfPaper,
    ...manyAtOnce,
  ],
  assign: [
    ...orderDesk,
    staff.listStaff,
    staff.getStaff,
    staff.handOver,
    bulkJobs.createOrderBulkJob,
    ...manyAtOnce,
  ],
  customers: [
    search,
    ...views,
    listUsers,
    getUser,
    createUser,
    updateUser,
    tagUsers,
    listCustomerFiles,
    listCustomerTags,
    addresses.listCustomerAddresses,
    addresses.getCustomerAddress,
    addresses.addCustomerAddress,
    addresses.updateCustomerAddress,
    addresses.deleteCustomerAddress,
    imports.importCustomers,
    imports.listSkippedCustomers,
    ...mergeReads,
    ...mergeWrites,
    ...allMessages,
    ...messageChoices,
    getCoins,
    ...manyAtOnce,
    leads.listLeads,
    leads.getLead,
    leads.enterLead,
    leads.updateLead,
    leads.deleteLead,
    leads.winAsCustomer,
    leads.winAsCompany,
    ...bins,
  ],
  exports: [],
  configuration: [
    updateConfiguration,
    getInvoiceSettings,
    updateInvoiceSettings,
    production.getProductionCosts,
    production.updateProductionCosts,
    ...allPrinters,
    ...messageSetup,
  ],
  staff: [
    search,
    ...views,
    staff.listStaff,
    staff.getStaff,
    staff.createStaff,
    staff.updateStaff,
    staff.resetStaffPassword,
    staff.handOver,
    listStaffSessions,
    endStaffSessions,
    ...allAbilitySets,
  ],
  keys: [apiKeys.listApiKeys, apiKeys.getApiKey, apiKeys.createApiKey, apiKeys.deleteApiKey, ...allWebhooks],
  audit: [listAudit],
}

/** Abilities that an endpoint needs besides the one that opens it, because all of its answer is prices or names customers. */
export const alsoNeeded: Partial<Record<Ability, readonly Endpoint[]>> = {
  customers: [
    previewTemplate,
    statements.getVoucherChain,
    ...allInvoices,
    ...allQuotes,
    ...allRequests,
    ...allStatements,
    ...customerLinks,
    ...complaintReads,
    ...ledger,
    ...sold,
    soldVouchers.sellVoucher,
    soldVouchers.voidSoldVoucher,
    ...soldPlans,
    plans.sellPlan,
    plans.updateSoldPlan,
    coupons.listCouponUses,
    ...referrals,
    listMargins,
    listAudit,
  ],
  prices: [
    previewTemplate,
    ...allMessages,
    ...customerLinks,
    ...allRequests,
    statements.getVoucherStatement,
    ...ledger,
    ...allInvoices,
    ...allCash,
    priceOrder,
    ...allQuotes,
    ...stockOfPaper,
    coupons.listCouponUses,
    listReferrers,
    getCustomerReferral,
    ...mergeWrites,
    production.getProductionCosts,
    production.updateProductionCosts,
    listAudit,
  ],
  vouchers: [leads.winAsCompany],
}

/** What super admins do themselves; no ability opens it. */
export const ownersOnly: readonly Endpoint[] = [answerPlace, signDay, ...allApprovals]
