/** Files to change, and the tests that must find the changes. */
export type Group = {
  name: string
  /** Files, or lines of a file whose rest is the table of endpoints. */
  mutate: string[]
  /** The feature's own tests, or those of them without a database; every mutant runs against them. */
  tests: string[]
  /** Tests of neighbours that use the same rules, or slow ones: only survivors of the own tests run against them. */
  more?: string[]
}

const server = (folder: string, ...files: string[]) => files.map((file) => `server/src/${folder}/${file}.ts`)

export const groups: Group[] = [
  {
    name: 'contract',
    mutate: [
      'contract/src/orders/price.ts',
      'contract/src/orders/orderMoves.ts',
      'contract/src/values.ts',
      'contract/src/csvCell.ts',
      'contract/src/webAddress.ts',
      'contract/src/money/currency.ts',
      'contract/src/money/paymentCode.ts',
      'contract/src/money/taxes.ts',
      'contract/src/money/charges.ts',
      'contract/src/people/session.ts:6-13',
      'contract/src/rewards/coins.ts',
      'contract/src/rewards/coupons.ts:28-61',
      'contract/src/rewards/plans.ts:25-39',
      'contract/src/rewards/referrals.ts:63-89',
    ],
    tests: ['contract/src/**/*.test.ts'],
  },
  {
    name: 'order moves',
    mutate: server('orders', 'updateOrder', 'updateOrders', 'moveOrders.queries', 'deliveryRules.queries'),
    tests: server('orders', 'updateOrder.test', 'moveOrders.test', 'everyMove.test', 'sentLater.test'),
    more: [
      ...server('rewards/coins', 'coins.test'),
      ...server('rewards/coupons', 'coupons.test'),
      ...server('orders', 'subscriptionOrders.test'),
      ...server('rewards/referrals', 'referrals.test'),
      ...server('people/staff', 'staff.test'),
    ],
  },
  {
    name: 'changed orders',
    mutate: server('orders', 'changeOrder', 'changeOrder.queries', 'duplicateOrder', 'customerFiles.queries'),
    tests: server('orders', 'changeOrder.test', 'duplicateOrder.test', 'customerFiles.test'),
    more: server('orders', 'clerks.test', 'removedFiles.test'),
  },
  {
    name: 'positions',
    mutate: server('people/customers', 'positions.queries'),
    tests: server('orders', 'positions.test'),
  },
  {
    name: 'promises',
    mutate: [
      ...server('orders', 'promises.queries'),
      ...server('shop/configurations', 'arrivalWindows.queries'),
    ],
    tests: [...server('orders', 'promises.test'), ...server('orders/promises', 'arrivalWindows.test')],
    more: [
      ...server('customer/messages', 'messages.test'),
      ...server('customer/orderPage', 'chooseWindow.test'),
    ],
  },
  {
    name: 'proposals',
    mutate: server(
      'orders/promises',
      'atRisk',
      'measure.queries',
      'propose',
      'proposePromise',
      'workingTime',
    ),
    tests: server(
      'orders/promises',
      'atRisk.test',
      'promises.routes.test',
      'proposePromise.test',
      'workingTime.test',
    ),
  },
  {
    name: 'comments',
    mutate: server('orders/comments', 'comments.queries'),
    tests: server('orders/comments', 'comments.test'),
  },
  {
    name: 'quotes',
    mutate: [
      ...server('orders/quotes', 'changeQuotes', 'priceQuote', 'quotes.queries'),
      ...server('orders', 'quoteFiles.queries'),
    ],
    tests: server('orders/quotes', 'quotes.test'),
  },
  {
    name: 'complaints',
    mutate: server('orders/complaints', 'changeComplaints', 'complaints.queries', 'resolveAct.queries'),
    tests: server('orders/complaints', 'complaints.test'),
  },
  {
    name: 'refused acts',
    mutate: server('orders/courierTasks', 'courierTasks.queries', 'createCourierTask'),
    tests: server('orders/courierTasks', 'courierTasks.test', 'scannedTasks.test'),
  },
  {
    name: 'payments',
    mutate: [
      ...server('money/payments', 'payments.queries', 'refundActs.queries', 'reversals.queries'),
      ...server('orders', 'orderPayments'),
    ],
    tests: [...server('money/payments', 'payments.test'), ...server('orders', 'orderPayments.test')],
    more: [...server('money/approvals', 'approvals.test'), ...server('money/statements', 'statements.test')],
  },
  {
    name: 'accounts',
    mutate: server(
      'money/accounts',
      'accountList.queries',
      'accounts.queries',
      'charges.queries',
      'credit.queries',
      'statements.queries',
    ),
    tests: server('money/accounts', 'accounts.test'),
    more: [
      ...server('orders', 'orderPayments.test'),
      ...server('people/customerMerges', 'customerMerges.test'),
    ],
  },
  {
    name: 'cash',
    mutate: [
      ...server(
        'money/cash',
        'cashEntries.queries',
        'explainAct.queries',
        'handOvers.queries',
        'openDay.queries',
      ),
      ...server('money/till', 'till.queries'),
    ],
    tests: [
      ...server('money', 'eventIds.test'),
      ...server('money/cash', 'cash.test'),
      ...server('money/till', 'till.test'),
    ],
    more: [
      ...server('money/cash', 'handOvers.proof.test'),
      ...server('money/days', 'days.test'),
      ...server('money/payments', 'payments.test'),
    ],
  },
  {
    name: 'closed days',
    mutate: server('money/days', 'closeDay', 'daySeals', 'days.queries', 'readDay'),
    tests: server('money/days', 'days.test'),
  },
  {
    name: 'invoices',
    mutate: server(
      'money/invoices',
      'addedTax.queries',
      'creditInvoices.queries',
      'invoiceNumbers.queries',
      'invoicedOrders.queries',
      'invoices.queries',
      'issueDue',
      'issueForVouchers.queries',
      'issueInvoices',
      'orderLines',
      'registers.queries',
      'drawFacturX',
      'invoiceModel',
      'writeCii',
      'writeUbl',
      'writeXml',
    ),
    tests: server(
      'money/invoices',
      'addedTax.test',
      'drawFacturX.test',
      'invoiceRules.test',
      'invoices.test',
      'selfBilled.test',
      'writeCii.test',
      'writeUbl.test',
    ),
    more: [...server('money/invoices', 'paperLanguages.test'), ...server('money', 'euro.test')],
  },
  {
    name: 'statements',
    mutate: server(
      'money/statements',
      'importStatement',
      'readStatement',
      'statementColumns',
      'statementLines.queries',
      'statementMatches.queries',
    ),
    tests: server('money/statements', 'statements.test'),
  },
  {
    name: 'approvals',
    mutate: server('money/approvals', 'acts', 'approvals.queries', 'askedAct', 'decide', 'rule.queries'),
    tests: server('money/approvals', 'approvals.test'),
  },
  {
    name: 'coupons',
    mutate: server('rewards/coupons', 'couponUses.queries', 'coupons.queries'),
    tests: server('rewards/coupons', 'coupons.test'),
    more: server('shop/bin', 'bin.test'),
  },
  {
    name: 'coins',
    mutate: server('rewards/coins', 'coins.queries'),
    tests: server('rewards/coins', 'coins.test'),
    more: server('rewards/soldVouchers', 'sell.test'),
  },
  {
    name: 'order intake',
    mutate: server('orders', 'createOrder', 'orderFiles.queries'),
    tests: server('orders', 'createOrder.test'),
    more: [
      ...server('rewards/coupons', 'coupons.test'),
      ...server('orders', 'subscriptionOrders.test'),
      ...server('rewards/referrals', 'referrals.test'),
    ],
  },
  {
    name: 'purchases',
    mutate: server('rewards/soldVouchers', 'sell.queries', 'soldVouchers.queries'),
    tests: server('rewards/soldVouchers', 'sell.test'),
  },
  {
    name: 'referrals',
    mutate: server('rewards/referrals', 'referrals.queries', 'referrers.queries'),
    tests: server('rewards/referrals', 'referrals.test'),
  },
  {
    name: 'plans',
    mutate: server('rewards/plans', 'plans.queries', 'soldPlans.queries'),
    tests: server('rewards/plans', 'plans.test'),
    more: server('orders', 'subscriptionOrders.test'),
  },
  {
    name: 'passwords',
    mutate: server('people/session', 'guessablePassword', 'newPassword', 'password'),
    tests: server('people/session', 'newPassword.test', 'password.test'),
  },
  {
    name: 'sessions',
    mutate: server('people/session', 'access', 'session.queries', 'ownSessions.queries'),
    tests: server(
      'people/session',
      'access.test',
      'session.test',
      'ownSessions.test',
      'refusedTokens.test',
      'deviceKey.test',
    ),
    more: server('people/session', 'passwordRaces.proof.test'),
  },
  {
    name: 'sign-in',
    mutate: server('people/session', 'checkPassword', 'session.routes', 'signIn', 'signInLimits.queries'),
    tests: server('people/session', 'signInLimits.proof.test'),
    more: server('people/session', 'passwordRaces.proof.test', 'session.test'),
  },
  {
    name: 'order files',
    mutate: server('orders', 'receiveFiles', 'sendFile', 'createUpload'),
    tests: server('orders', 'createOrder.test'),
    more: server('orders', 'sendFile.test', 'officeUploads.test'),
  },
  {
    name: 'order lists',
    mutate: server(
      'orders',
      'orders.queries',
      'orderFilter.queries',
      'searchOrders.queries',
      'orderJson.queries',
      'handOver.queries',
    ),
    tests: server('orders', 'listOrders.test', 'readOrder.test', 'signLinks.test'),
    more: [
      ...server('orders', 'updateOrder.test', 'clerks.test', 'commonSearches.test', 'searchWords.test'),
      ...server('orders', 'searchRaces.proof.test'),
      ...server('people/staff', 'staff.test'),
    ],
  },
  {
    name: 'companies',
    mutate: server('rewards/clients', 'clients.queries', 'deleteClients.queries'),
    tests: server('rewards/clients', 'clients.test', 'deleteClients.test'),
  },
  {
    name: 'voucher statements',
    mutate: server('rewards/voucherStatements', 'voucherStatements.queries'),
    tests: server('rewards/voucherStatements', 'voucherStatements.test'),
  },
  {
    name: 'vouchers',
    mutate: server(
      'rewards/vouchers',
      'updateVoucher.queries',
      'createVouchers',
      'voucherSearch.queries',
      'pngDataUrl',
      'voucherGroups.queries',
      'vouchers.queries',
    ),
    tests: server('rewards/vouchers', 'vouchers.test', 'createVouchers.test'),
    more: [...server('rewards/soldVouchers', 'sell.test'), ...server('shop/dashboard', 'voucherStock.test')],
  },
  {
    name: 'voucher upload',
    mutate: [
      ...server(
        'rewards/voucherImports',
        'importCells',
        'importLines',
        'importVouchers',
        'voucherImports.queries',
      ),
      ...server('base/csv', 'csvRecords', 'csvText', 'receiveCsv'),
    ],
    tests: server('rewards/voucherImports', 'voucherImports.test'),
  },
  {
    name: 'sheets',
    mutate: [
      'contract/src/printing/sheetLayout.ts',
      'contract/src/printing/pageRanges.ts',
      'contract/src/printing/paperFit.ts',
      ...server('printing/sheets', 'planSheets'),
    ],
    tests: ['contract/src/printing/*.test.ts', ...server('printing/sheets', 'planSheets.test')],
    more: server('printing/sheets', 'sheets.test'),
  },
  {
    name: 'ink',
    mutate: server('printing/prepress', 'inkOf'),
    tests: server('printing/prepress', 'inkOf.test'),
  },
  {
    name: 'preflight',
    mutate: server('printing/prepress', 'inspectPage', 'summarize'),
    tests: server('printing/preflight', 'preflight.test'),
  },
  {
    name: 'print rules',
    mutate: server('printing/printJobs', 'judgeSent', 'impressions', 'choosePrinter'),
    tests: server('printing/printJobs', 'judgeSent.test', 'impressions.test', 'choosePrinter.test'),
  },
  {
    name: 'print queue',
    mutate: server('printing/printJobs', 'followJob', 'reprints'),
    tests: server('printing/printJobs', 'printJobs.test', 'followJob.test'),
    more: server('printing/printJobs', 'printQueue.test', 'cancelledOrders.test'),
  },
  {
    name: 'making print jobs',
    mutate: [
      ...server('printing/printJobs', 'createJobs', 'changeJobs', 'planPrinting'),
      ...server('printing/autoPrint', 'runAutoPrints'),
    ],
    tests: [
      ...server('printing/printJobs', 'printJobs.test'),
      ...server('printing/autoPrint', 'runAutoPrints.test'),
    ],
    more: server('printing/printJobs', 'cancelledOrders.test', 'printedOrders.test'),
  },
  {
    name: 'sending print jobs',
    mutate: server('printing/printJobs', 'sendJob', 'jobSentences', 'coverPage', 'printerQueue.queries'),
    tests: server('printing/printJobs', 'followJob.test', 'coverPage.test', 'printerQueue.test'),
    more: server(
      'printing/printJobs',
      'printQueue.test',
      'cancelledOrders.test',
      'strangePrinters.proof.test',
    ),
  },
  {
    name: 'imposition',
    mutate: server('printing/imposition', 'imposePages', 'placePage', 'hideLayers'),
    tests: server('printing/imposition', 'imposePages.test', 'placePage.test'),
  },
  {
    name: 'IPP',
    mutate: server(
      'printing/ipp',
      'answerError',
      'capabilities',
      'checkFraming',
      'ippJobs',
      'ippMessage',
      'jobName',
    ),
    tests: server('printing/ipp', 'ippMessage.test', 'jobName.test', 'ipp.test'),
    more: server('printing/ipp', 'ippeveprinter.test'),
  },
  {
    name: 'office files',
    mutate: server('printing/office', 'outsideReferences', 'sandbox'),
    tests: server('printing/office', 'outsideReferences.test', 'sandbox.test'),
  },
  {
    name: 'floor',
    mutate: server('printing/floor', 'floor.queries'),
    tests: server('printing/floor', 'floor.test'),
  },
  {
    name: 'printers',
    mutate: server('printing/printers', 'printers.queries', 'pollPrinters', 'tryPrinter'),
    tests: server('printing/printers', 'printers.test'),
  },
  {
    name: 'production',
    mutate: [
      ...server(
        'printing/production',
        'production.queries',
        'productionSummary.queries',
        'margins.queries',
        'keptPromises.queries',
        'printerReadings.queries',
      ),
      ...server('printing/stock', 'stock.queries', 'stockEntries.queries', 'stockWarnings.queries'),
    ],
    tests: [
      ...server(
        'printing/production',
        'production.test',
        'groupings.test',
        'keptPromises.test',
        'printerReadings.test',
      ),
      ...server('printing/stock', 'stock.test', 'usedStock.test'),
    ],
    more: server(
      'printing/production',
      'fullyPrinted.test',
      'largestValues.proof.test',
      'recount.proof.test',
    ),
  },
  {
    name: 'ticket scans',
    mutate: [
      'contract/src/orders/scannedText.ts',
      ...server('orders/ticketScans', 'scanTicket', 'ticketScans.queries'),
      ...server('orders', 'namedOrders.queries'),
    ],
    tests: ['contract/src/orders/*.test.ts', ...server('orders/ticketScans', 'ticketScans.test')],
  },
  {
    name: 'delivery proofs',
    mutate: server('orders', 'createDeliveryProof', 'deliveryProofs.queries'),
    tests: server('orders', 'deliveryProofs.test'),
  },
  {
    name: 'QR codes',
    mutate: server('rewards/qrCodes', 'labelSheet', 'scanKind', 'scans.queries', 'qrCodes.queries'),
    tests: server('rewards/qrCodes', 'labelSheet.proof.test', 'scanKind.test', 'scan.test', 'qrCodes.test'),
  },
  {
    name: 'abilities',
    mutate: [
      'contract/src/people/mayCall.ts',
      'contract/src/people/abilityEndpoints.ts',
      ...server('people/abilities', 'abilitySets.queries'),
    ],
    tests: [...server('people/abilities', 'abilitySets.test'), 'test/abilities.proof.test.ts'],
    more: server('shop/events', 'clerkEvents.test'),
  },
  {
    name: 'customer imports',
    mutate: server(
      'people/customerImports',
      'customerImports.queries',
      'customerLines',
      'importColumns',
      'importCustomers',
    ),
    tests: server('people/customerImports', 'customerImports.test'),
  },
  {
    name: 'customer merges',
    mutate: server('people/customerMerges', 'customerMerges.queries', 'customerReferences', 'mergeCustomers'),
    tests: server('people/customerMerges', 'customerMerges.test'),
  },
  {
    name: 'people',
    mutate: [
      ...server('people/staff', 'staff.queries'),
      ...server('people/customers', 'customers.queries', 'customerAddresses.queries'),
      ...server('people/leads', 'leads.queries'),
    ],
    tests: [
      ...server('people/staff', 'staff.test'),
      ...server('people/customers', 'customers.test', 'customerAddresses.test', 'customerTags.test'),
      ...server('people/leads', 'leads.test'),
    ],
  },
  {
    name: 'outgoing requests',
    mutate: server('base/outgoing', 'publicAddress', 'place', 'sendRequest'),
    tests: server('base/outgoing', 'outgoing.test'),
  },
  {
    name: 'links and repeated requests',
    mutate: server('base/http', 'links', 'idempotency'),
    tests: [...server('base/http', 'idempotency.test'), ...server('orders', 'signLinks.test')],
  },
  {
    name: 'events',
    mutate: server('shop/events', 'eventHub', 'orderViewers.queries'),
    tests: server('shop/events', 'eventHub.test', 'events.test', 'eventPlaces.test', 'orderViewers.test'),
  },
  {
    name: 'API keys',
    mutate: [
      'contract/src/people/scopeEndpoints.ts',
      ...server('people/apiKeys', 'apiKeyAccess', 'apiKeys.queries'),
    ],
    tests: [...server('people/apiKeys', 'apiKeys.test'), 'test/apiKeys.proof.test.ts'],
  },
  {
    name: 'messages',
    mutate: server(
      'customer/messages',
      'messages.queries',
      'renderMessage',
      'runMessages',
      'tellFacts.queries',
    ),
    tests: server('customer/messages', 'messages.test', 'invoiceMessage.test', 'messageLanguages.test'),
  },
  {
    name: 'webhooks',
    mutate: server('shop/webhooks', 'deliverWebhooks', 'deliveries.queries', 'tryDelivery', 'webhookSecrets'),
    tests: server('shop/webhooks', 'webhooks.test', 'webhookFailures.test'),
  },
  {
    name: 'audit',
    mutate: server('shop/audit', 'sealAudit', 'sealTexts', 'verifyAudit', 'nameChanges'),
    tests: server('shop/audit', 'audit.test', 'verifyAudit.alone.test'),
  },
  {
    name: 'bulk jobs and bin',
    mutate: [
      ...server('shop/bulkJobs', 'changeMatchingOrders', 'deleteMatchingRecords', 'portions.queries'),
      ...server('shop/bulkJobs', 'moveSelected', 'printSelected', 'tagSelected'),
      ...server('shop/bin', 'bin.queries', 'restoreRecords', 'emptyBin'),
      ...server('shop/savedViews', 'savedViews.queries'),
    ],
    tests: [
      ...server(
        'shop/bulkJobs',
        'bulkJobs.test',
        'moveSelected.proof.test',
        'printSelected.test',
        'tagSelected.test',
      ),
      ...server('shop/bin', 'bin.test', 'binImages.test', 'liveRows.test'),
      ...server('shop/savedViews', 'savedViews.test'),
    ],
    more: server('shop/bin', 'binRaces.proof.test'),
  },
  {
    name: 'push',
    mutate: server('shop/push', 'deliverPush', 'push.queries', 'quietHours', 'tell.queries'),
    tests: server('shop/push', 'push.test', 'quietHours.test'),
  },
  {
    name: 'order page',
    mutate: [
      ...server('customer/orderPage', 'customerActs', 'orderLinks.queries', 'readOrderPage'),
      ...server('customer/pageFacts', 'customerMay', 'pageFacts.queries'),
    ],
    tests: server('customer/orderPage', 'orderPage.test', 'orderPageLanguages.test'),
  },
  {
    name: 'order requests',
    mutate: server(
      'customer/orderRequests',
      'askRequests.queries',
      'confirmations.queries',
      'confirmRequest.routes',
      'decideRequests',
      'orderRequests.queries',
      'requestCodes',
      'takeRequest',
    ),
    tests: server(
      'customer/orderRequests',
      'orderRequests.test',
      'confirmRequest.test',
      'confirmLanguages.test',
      'orderFormLanguages.test',
    ),
  },
  {
    name: 'answers',
    mutate: [
      ...server('customer/answers', 'answers.routes', 'readAnswer', 'unsubscribe.routes'),
      ...server('customer/messages', 'inboundAddress.queries'),
    ],
    tests: server('customer/answers', 'answers.test', 'unsubscribe.test'),
  },
  {
    name: 'language of answers',
    mutate: server('base/http', 'answerLanguage'),
    tests: server('base/http', 'answerLanguage.test'),
  },
  {
    name: 'languages',
    mutate: [
      ...server('customer/languages', 'reader', 'texts'),
      ...server('base/languages', 'translator', 'preferredLanguage'),
    ],
    tests: [
      ...server('customer/languages', 'languages.test'),
      ...server('base/languages', 'translator.test'),
    ],
    more: [
      'test/hindi.test.ts',
      ...server('customer/orderPage', 'orderPageLanguages.test'),
      ...server('customer/messages', 'messageLanguages.test'),
    ],
  },
  {
    name: 'letters of PDF files',
    mutate: server('base/files', 'pdfFonts', 'pdfText'),
    tests: server('base/files', 'pdfText.test'),
  },
  {
    name: 'places',
    mutate: server('shop/places', 'answerPlace', 'stopOutside'),
    tests: server('shop/places', 'restoredShop.proof.test'),
  },
  {
    name: 'search',
    mutate: server(
      'shop/search',
      'searchTerms',
      'findCodes.queries',
      'findOrders.queries',
      'findPeople.queries',
    ),
    tests: server('shop/search', 'search.test', 'searchedFields.test'),
  },
  {
    name: 'dashboard and configuration',
    mutate: [
      ...server('shop/dashboard', 'dashboard.queries'),
      ...server('shop/configurations', 'configurations.queries'),
    ],
    tests: [
      ...server('shop/dashboard', 'dashboard.test'),
      ...server('shop/configurations', 'configurations.test'),
    ],
  },
]
