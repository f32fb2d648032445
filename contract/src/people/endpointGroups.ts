import * as inboundAddress from '../customer/inboundAddress.ts'
import * as messageChannels from '../customer/messageChannels.ts'
import { getMessageChoice, updateMessageChoice } from '../customer/messageChoice.ts'
import * as messages from '../customer/messages.ts'
import * as messageTemplates from '../customer/messageTemplates.ts'
import * as orderPage from '../customer/orderPage.ts'
import * as orderRequests from '../customer/orderRequests.ts'
import * as accounts from '../money/accounts.ts'
import * as approvals from '../money/approvals.ts'
import * as cash from '../money/cash.ts'
import * as days from '../money/days.ts'
import { getClientBilling, updateClientBilling } from '../money/invoiceSettings.ts'
import * as invoices from '../money/invoices.ts'
import { reversePayment } from '../money/payments.ts'
import { listOutstanding, listSales } from '../money/registers.ts'
import * as statements from '../money/statements.ts'
import * as till from '../money/till.ts'
import { listArrivalWindows } from '../orders/arrivalWindows.ts'
import * as complaints from '../orders/complaints.ts'
import * as courierTasks from '../orders/courierTasks.ts'
import { duplicateOrder } from '../orders/duplicateOrder.ts'
import { createOrder, listOrders } from '../orders/orders.ts'
import { priceOrder } from '../orders/priceOrder.ts'
import { getPromiseProposal } from '../orders/promiseProposal.ts'
import * as quotes from '../orders/quotes.ts'
import { findPrinters } from '../printing/findPrinters.ts'
import { getOrderPrinting } from '../printing/orderPrinting.ts'
import { getPreflight } from '../printing/preflight.ts'
import * as printerReadings from '../printing/printerReadings.ts'
import * as printers from '../printing/printers.ts'
import { printJobFirst } from '../printing/printJobFirst.ts'
import * as printJobs from '../printing/printJobs.ts'
import * as sheets from '../printing/sheets.ts'
import * as stock from '../printing/stock.ts'
import * as plans from '../rewards/plans.ts'
import { getCustomerReferral, listReferrers, markFulfilled } from '../rewards/referrals.ts'
import * as soldVouchers from '../rewards/soldVouchers.ts'
import * as bin from '../shop/bin.ts'
import * as bulkJobs from '../shop/bulkJobs.ts'
import * as savedViews from '../shop/savedViews.ts'
import { search } from '../shop/search.ts'
import * as webhooks from '../shop/webhooks.ts'
import * as abilitySets from './abilitySets.ts'
import * as merges from './customerMerges.ts'

// Endpoints that several abilities open, or that are opened together.

const bulk = [bulkJobs.listBulkJobs, bulkJobs.getBulkJob, bulkJobs.listBulkJobRecords]
const bulkWrites = [bulkJobs.cancelBulkJob, bulkJobs.undoBulkJob]
export const manyAtOnce = [...bulk, ...bulkWrites]
export const printing = [
  printJobs.proposePrintJobs,
  printJobs.createPrintJobs,
  printJobs.cancelPrintJob,
  printJobs.holdPrintJob,
  printJobs.releasePrintJob,
  printJobFirst,
  printJobs.retryPrintJob,
  printJobs.movePrintJob,
  printJobs.reprintPrintJob,
]
export const bins = [
  bin.listBin,
  bin.getBinEntry,
  bin.restoreBinEntry,
  bin.restoreBinEntries,
  bin.deleteBinEntry,
]
export const views = [
  savedViews.listSavedViews,
  savedViews.getSavedView,
  savedViews.createSavedView,
  savedViews.updateSavedView,
  savedViews.deleteSavedView,
]
export const complaintReads = [complaints.listComplaints, complaints.countComplaints, complaints.getComplaint]
export const allRequests = [
  orderRequests.listOrderRequests,
  orderRequests.getOrderRequest,
  orderRequests.acceptOrderRequest,
  orderRequests.declineOrderRequest,
]
/** The page behind it shows prices, and invoices that name the customer and their address. */
export const customerLinks = [orderPage.getOrderLink, orderPage.createOrderLink, orderPage.revokeOrderLink]
export const orderWrites = [createOrder, duplicateOrder, priceOrder, getPromiseProposal, listArrivalWindows]
export const allQuotes = [
  quotes.listQuotes,
  quotes.getQuote,
  quotes.createQuote,
  quotes.updateQuote,
  quotes.confirmQuote,
  quotes.getQuotePdf,
]
export const allApprovals = [
  approvals.listApprovals,
  approvals.getApproval,
  approvals.approve,
  approvals.refuse,
  approvals.getApprovalRule,
  approvals.updateApprovalRule,
]
/** Their texts name prices. */
export const allMessages = [
  messages.listMessages,
  messages.getMessage,
  messages.createMessage,
  messages.sendAgain,
]
export const allPrinters = [
  printers.listPrinters,
  printers.getPrinter,
  printers.createPrinter,
  printers.updatePrinter,
  printers.deletePrinter,
  printers.testPrinter,
  printers.checkPrinter,
  findPrinters,
]
export const allAbilitySets = [
  abilitySets.listAbilities,
  abilitySets.listAbilitySets,
  abilitySets.getAbilitySet,
  abilitySets.createAbilitySet,
  abilitySets.updateAbilitySet,
  abilitySets.deleteAbilitySet,
]
export const messageChoices = [getMessageChoice, updateMessageChoice]
export const messageSetup = [
  messageChannels.listMessageChannels,
  messageChannels.getMessageChannel,
  messageChannels.updateMessageChannel,
  messageChannels.testMessageChannel,
  inboundAddress.getInboundAddress,
  inboundAddress.createInboundAddress,
  inboundAddress.revokeInboundAddress,
  messageTemplates.listMessageTemplates,
  messageTemplates.getMessageTemplate,
  messageTemplates.updateMessageTemplate,
  messageTemplates.previewTemplate,
]
/** What was paid, and by whom it is owed. */
export const ledger = [
  reversePayment,
  accounts.listAccounts,
  accounts.getAccount,
  accounts.updateAccount,
  accounts.getUserStatement,
  accounts.getClientStatement,
]
export const allInvoices = [
  invoices.listInvoices,
  invoices.getInvoice,
  invoices.createInvoice,
  invoices.createVoucherInvoice,
  invoices.creditInvoice,
  getClientBilling,
  updateClientBilling,
  listSales,
  listOutstanding,
]
export const mergeReads = [merges.listCustomerMerges, merges.getCustomerMerge]
export const mergeWrites = [merges.previewMerge, merges.mergeCustomers, merges.undoCustomerMerge]
/** What the bank says; its lines name who paid. */
export const allStatements = [
  statements.uploadStatement,
  statements.listStatementLines,
  statements.getStatementLine,
  statements.matchStatementLine,
  statements.setAsideStatementLine,
  statements.reopenStatementLine,
  statements.matchStatements,
  statements.takeBackStatement,
]
export const allCash = [
  cash.countHandOver,
  cash.explainHandOver,
  till.listTillEntries,
  till.getTillEntry,
  till.createTillEntry,
  till.reverseTillEntry,
  days.listDays,
  days.getDay,
  days.getDayFile,
  days.closeDay,
  ...allStatements,
]
export const soldPlans = [plans.listSoldPlans, plans.getSoldPlan]
export const stockOfPaper = [
  stock.listStock,
  stock.getStockItem,
  stock.createStockItem,
  stock.updateStockItem,
  stock.deleteStockItem,
  stock.listStockEntries,
  stock.createStockEntry,
]
export const sold = [soldVouchers.listSoldVouchers, soldVouchers.getSoldVoucher]
export const referrals = [listReferrers, markFulfilled, getCustomerReferral]
export const readOrders = [
  listOrders,
  search,
  ...views,
  getOrderPrinting,
  printJobs.listPrintJobs,
  printJobs.getPrintJob,
  sheets.listSheets,
  sheets.readSheets,
]
/** Who takes orders in or assigns them decides on what couriers could not do. */
export const orderDesk = [
  ...readOrders,
  courierTasks.listCourierTasks,
  courierTasks.getCourierTask,
  courierTasks.settleCourierTask,
]
export const previews = [getPreflight, sheets.previewSheets, sheets.previewSheetsPdf]
export const readings = [
  printerReadings.listReadings,
  printerReadings.getReading,
  printerReadings.createReading,
  printerReadings.correctReading,
  printerReadings.explainReading,
]
export const allWebhooks = [
  webhooks.listWebhooks,
  webhooks.getWebhook,
  webhooks.createWebhook,
  webhooks.updateWebhook,
  webhooks.deleteWebhook,
  webhooks.rotateSecret,
  webhooks.testWebhook,
  webhooks.listDeliveries,
  webhooks.getDelivery,
  webhooks.replayDelivery,
  webhooks.replayPeriod,
]
