/** Invoices, payments, statements, cash, days, accounts, approvals. */
export const hindiMoney = {
  // Invoices and their settings.
  'Name either an order, or a client and a month': 'या तो ऑर्डर बताएँ, या कंपनी और महीना',
  'Choose a line': 'एक पंक्ति चुनें',
  'These must add up to the same rate': 'इनका जोड़ उसी दर के बराबर होना चाहिए',
  'Two capital letters, as IN': 'अंग्रेज़ी के दो बड़े अक्षर, जैसे IN',
  'At most {count} taxes': 'ज़्यादा से ज़्यादा {count} टैक्स',
  'At least one tax': 'कम से कम एक टैक्स',
  'Another tax has this name': 'इस नाम का दूसरा टैक्स है',
  'Choose one of the taxes': 'टैक्स में से एक चुनें',
  'Invoices, credit notes and self-billed invoices need series of their own':
    'इनवॉइस, क्रेडिट नोट और सेल्फ़-बिल्ड इनवॉइस की अपनी-अपनी सीरीज़ होनी चाहिए',
  'Nothing is due for the vouchers of this month': 'इस महीने के वाउचर का कुछ देय नहीं है',
  'More sales were voided in this month than made: credit the invoice of the month in which they were sold':
    'इस महीने में जितनी बिक्री हुई उससे ज़्यादा रद्द हुई: जिस महीने में वे बिके थे उसका इनवॉइस क्रेडिट करें',
  'This month is in invoice {number} already. Credit that one first.':
    'यह महीना पहले से इनवॉइस {number} में है। पहले उसे क्रेडिट करें।',
  'This is a credit note itself. Issue a new invoice instead.':
    'यह ख़ुद क्रेडिट नोट है। इसकी जगह नया इनवॉइस जारी करें।',
  'Nothing of this invoice is left to credit.': 'इस इनवॉइस में क्रेडिट करने को कुछ नहीं बचा।',
  'No more of the invoice is left to credit': 'इनवॉइस में क्रेडिट करने को और कुछ नहीं बचा',
  'Only {amount} of “{text}” is left to credit': '“{text}” में क्रेडिट करने को केवल {amount} बचे हैं',
  'A line is not of this invoice': 'एक पंक्ति इस इनवॉइस की नहीं है',
  'A line is named twice': 'एक पंक्ति दो बार बताई गई है',
  'An amount cannot be zero': 'रक़म शून्य नहीं हो सकती',
  'Number {number} would be longer than 16 characters. Choose another prefix.':
    'नंबर {number} 16 अक्षरों से लंबा होगा। दूसरा प्रीफ़िक्स चुनें।',
  'This order has an invoice: only its title, notes and address can change. Credit the invoice first.':
    'इस ऑर्डर का इनवॉइस बन चुका है: केवल इसका शीर्षक, नोट और पता बदल सकता है। पहले इनवॉइस क्रेडिट करें।',
  'This order is cancelled: nothing is owed for it.': 'यह ऑर्डर रद्द है: इसका कुछ देय नहीं है।',
  'This order has an invoice already. Credit that one first.': 'इस ऑर्डर का इनवॉइस पहले से है। पहले उसे क्रेडिट करें।',
  'Say first who sells: Configuration, Invoices.': 'पहले बताएँ कि विक्रेता कौन है: सेटिंग, इनवॉइस।',
  'This order costs nothing': 'इस ऑर्डर की कोई क़ीमत नहीं है',
  'No order of this company was delivered until then that has no invoice':
    'तब तक इस कंपनी का ऐसा कोई ऑर्डर नहीं पहुँचा जिसका इनवॉइस न बना हो',
  'This month is not over yet': 'यह महीना अभी पूरा नहीं हुआ',

  // Payments.
  'Name either an order, a user or a client': 'या तो ऑर्डर, या ग्राहक, या कंपनी बताएँ',
  'A method is named twice': 'पेमेंट का एक तरीक़ा दो बार है',
  'A method is named twice, or is one of the usual ones': 'पेमेंट का एक तरीक़ा दो बार है, या पहले से मौजूद तरीक़ों में है',
  'At most {count} methods': 'ज़्यादा से ज़्यादा {count} तरीक़े',
  'At most {count} types': 'ज़्यादा से ज़्यादा {count} प्रकार',
  'This is not a UPI address, such as {example}': 'यह यूपीआई पता नहीं है, जैसे {example}',
  'This is not an IBAN': 'यह IBAN नहीं है',
  'This is not a BIC': 'यह BIC नहीं है',
  'Choose how the money is paid': 'चुनें कि पेमेंट कैसे होगा',
  'This order is cancelled: nothing can be paid for it any more.': 'यह ऑर्डर रद्द है: इसका पेमेंट अब नहीं हो सकता।',
  'This payment is reversed already.': 'यह पेमेंट पहले ही वापस हो चुका है।',
  'Payment {number} is reversed already.': 'पेमेंट {number} पहले ही वापस हो चुका है।',
  'Payment {number} for order {order} has this reference already. Save it again if both are meant.':
    'ऑर्डर {order} के पेमेंट {number} में यही रेफ़रेंस पहले से है। अगर दोनों सही हैं तो फिर से सहेजें।',
  'Payment {number} has this reference already. Save it again if both are meant.':
    'पेमेंट {number} में यही रेफ़रेंस पहले से है। अगर दोनों सही हैं तो फिर से सहेजें।',
  'This payment undoes another one. Take a new payment instead.':
    'यह पेमेंट किसी दूसरे को वापस लेता है। इसकी जगह नया पेमेंट लें।',
  'You can only take payments of your own orders': 'आप केवल अपने ऑर्डर के पेमेंट ले सकते हैं',
  'Only the shop pays money back': 'पैसे केवल दुकान वापस करती है',
  'Only the shop pays an order from an account': 'खाते से ऑर्डर का पेमेंट केवल दुकान करती है',
  'More than was paid cannot be paid back': 'जितना चुकाया गया, उससे ज़्यादा वापस नहीं हो सकता',
  'This order costs {amount}: no more can be paid back':
    'इस ऑर्डर की क़ीमत {amount} है: इससे ज़्यादा वापस नहीं हो सकता',
  'The cash is not in this person’s hand any more: it was handed over. Pay it back from the till instead.':
    'नक़द अब इस व्यक्ति के पास नहीं है: वह जमा हो चुका है। इसे गल्ले से वापस करें।',
  'There is not that much on the account': 'खाते में इतने पैसे नहीं हैं',
  'With this order {amount} would be owed, and nothing can be put on this account':
    'इस ऑर्डर के साथ {amount} देय होंगे, और इस खाते पर उधार नहीं दिया जाता',
  'With this order more would be owed than may be put on this account':
    'इस ऑर्डर के साथ इस खाते पर तय सीमा से ज़्यादा उधार हो जाएगा',
  'With this order {amount} would be owed, and the limit is {limit}':
    'इस ऑर्डर के साथ {amount} देय होंगे, और सीमा {limit} है',

  // Statements of banks.
  'This line is decided already. Undo that first.': 'इस पंक्ति का फ़ैसला हो चुका है। पहले उसे वापस लें।',
  'This payment is another line of a statement already.': 'यह पेमेंट पहले से स्टेटमेंट की दूसरी पंक्ति से जुड़ा है।',
  'This statement is taken back already.': 'यह स्टेटमेंट पहले ही वापस लिया जा चुका है।',
  'This line is open.': 'यह पंक्ति खुली है।',
  'This payment does not exist': 'यह पेमेंट मौजूद नहीं है',
  'This payment was reversed': 'यह पेमेंट वापस हो चुका है',
  'This payment has another method or amount': 'इस पेमेंट का तरीक़ा या रक़म अलग है',
  'There is no day that can be read': 'कोई तारीख़ पढ़ी नहीं जा सकी',
  'There is no amount that can be read': 'कोई रक़म पढ़ी नहीं जा सकी',
  'The amount is zero': 'रक़म शून्य है',
  'It did not go through': 'यह पूरा नहीं हुआ',
  'It does not say Cr or Dr': 'Cr है या Dr, यह नहीं लिखा है',

  // Cash, the till and days.
  'Say what it was paid for': 'बताएँ कि यह किस चीज़ के लिए दिया गया',
  'There is nothing to hand over.': 'जमा करने को कुछ नहीं है।',
  'You have handed over already: that must be counted first.':
    'आप पहले ही जमा कर चुके हैं: पहले उसकी गिनती होनी चाहिए।',
  'Only who declared it can take it back': 'जिसने बताया था, वही इसे वापस ले सकता है',
  'Somebody else counts what you hand over': 'आपका जमा किया हुआ कोई और गिनता है',
  'This hand-over was taken back.': 'यह हैंडओवर वापस ले लिया गया।',
  'This hand-over is not counted yet.': 'इस हैंडओवर की गिनती अभी नहीं हुई।',
  'This hand-over is done.': 'यह हैंडओवर पूरा हो चुका है।',
  'This hand-over is counted already.': 'इस हैंडओवर की गिनती हो चुकी है।',
  'What was counted is {word}, not {wordSaid}': 'गिनती में रक़म {word} निकली, {wordSaid} नहीं',
  'This follows from a payment or a hand-over: undo that one instead.':
    'यह किसी पेमेंट या हैंडओवर से बना है: उसे वापस लें।',
  'This cannot be undone. Make a new entry instead.': 'यह वापस नहीं लिया जा सकता। इसकी जगह नई एंट्री करें।',
  'This is undone already.': 'यह पहले ही वापस लिया जा चुका है।',
  'The money of this day is counted and closed. Date the payment on another day.':
    'इस दिन के पैसे गिनकर बंद किए जा चुके हैं। पेमेंट पर दूसरी तारीख़ डालें।',
  'Today is closed: money can be entered again tomorrow.':
    'आज का दिन बंद हो चुका है: पैसे कल फिर दर्ज किए जा सकते हैं।',
  'This day is closed already.': 'यह दिन पहले ही बंद हो चुका है।',
  'This day has not begun yet.': 'यह दिन अभी शुरू नहीं हुआ।',
  'It was closed together with {day}.': 'यह {day} के साथ बंद किया गया।',
  'Close {day} first: days are closed in sequence.': 'पहले {day} बंद करें: दिन क्रम से बंद किए जाते हैं।',
  'This day is not closed yet.': 'यह दिन अभी बंद नहीं हुआ।',
  'This day is signed already.': 'इस दिन पर हस्ताक्षर हो चुके हैं।',
  'Another super admin signs what you closed': 'आपके बंद किए दिन पर दूसरा सुपर एडमिन हस्ताक्षर करता है',
  'Something differs. Say why, as far as you know.': 'कुछ फ़र्क़ है। जितना पता हो, बताएँ क्यों।',
  'Say how much was counted of {word}': 'बताएँ कि इसका कितना गिना गया: {word}',
  'There are no payments by {word} on this day': 'इस दिन इस तरीक़े से कोई पेमेंट नहीं है: {word}',

  // Acts that need a second person.
  'This approval has run out. Ask for it again.': 'इस मंज़ूरी का समय पूरा हो गया। फिर से माँगें।',
  '{name} has decided already: this is {word}.': '{name} पहले ही फ़ैसला कर चुके हैं: {word}।',
  'What this concerns has changed since it was asked for, so it is not what you see. Refuse it, and ask again.':
    'माँगे जाने के बाद यह बदल गया है, इसलिए यह वह नहीं है जो आप देख रहे हैं। इसे अस्वीकार करें और फिर से माँगें।',
  'Nobody approves what they asked for themselves. Another super admin must.':
    'अपनी माँगी हुई मंज़ूरी कोई ख़ुद नहीं देता। दूसरे सुपर एडमिन को देनी होगी।',
  'You set this person’s password: another super admin approves it, or they set one of their own first.':
    'इस व्यक्ति का पासवर्ड आपने रखा है: दूसरे सुपर एडमिन मंज़ूरी दें, या यह व्यक्ति पहले अपना पासवर्ड रखे।',
  'Two people need two active super admins, and this shop has one. Make another one on the server first: npm run admin -- create EMAIL':
    'दो लोगों के लिए दो सक्रिय सुपर एडमिन चाहिए, और इस दुकान में एक है। पहले सर्वर पर दूसरा बनाएँ: npm run admin -- create EMAIL',
  '{name} may not do this any more.': '{name} को अब यह करने का अधिकार नहीं है।',
  'Coins granted by hand': 'हाथ से दिए गए कॉइन',
  'Referral claims': 'रेफ़रल क्लेम',
  'Vouchers voided or deleted for good': 'रद्द किए या हमेशा के लिए हटाए गए वाउचर',
  'Money paid back': 'लौटाया गया पैसा',
  'Closing a day': 'दिन बंद करना',
  'Close the day {day}': '{day} का दिन बंद करना',
  'Close the day {day}: {note}': '{day} का दिन बंद करना: {note}',
  'Differences of counted cash': 'गिने हुए नक़द के अंतर',
  'API keys that can change records': 'रिकॉर्ड बदल सकने वाली API कुंजियाँ',
  'One person': 'एक व्यक्ति',
  'Two people': 'दो लोग',
  'Two people above {limit}': '{limit} से ऊपर दो लोग',
  'Two people above {limit} {word}': '{limit} {word} से ऊपर दो लोग',
  'Change which acts need two people': 'बदलना कि किन कामों के लिए दो लोग चाहिए',
  'Paid for order {number}': 'ऑर्डर {number} के लिए चुकाया',
  'Account of {name}': '{name} का खाता',
  'Pay back {amount} ({word})': '{amount} वापस करना ({word})',
  'Pay back {amount} ({word}): {note}': '{amount} वापस करना ({word}): {note}',
  'Reverse payment {number} of {amount} ({word}): {reason}':
    '{amount} का पेमेंट {number} वापस लेना ({word}): {reason}',
  'Explain the difference of hand-over {number} of {name}: {reason}':
    '{name} के हैंडओवर {number} के अंतर का कारण बताना: {reason}',
  'Hand-over {number} of {name}': '{name} का हैंडओवर {number}',
  '{amount} expected': '{amount} अपेक्षित',
  '{amount} counted': '{amount} गिने गए',
  'Resolve the complaint about order {number}': 'ऑर्डर {number} की शिकायत निपटाना',
  'Resolve the complaint about order {number} with {count} coins':
    '{count} कॉइन देकर ऑर्डर {number} की शिकायत निपटाना',
  'Resolve the complaint about order {number} with {count} coins: {note}':
    '{count} कॉइन देकर ऑर्डर {number} की शिकायत निपटाना: {note}',
  'Resolve the complaint about order {number} with a refund of {amount} ({word})':
    '{amount} का रिफ़ंड देकर ऑर्डर {number} की शिकायत निपटाना ({word})',
  'Resolve the complaint about order {number} with a refund of {amount} ({word}): {note}':
    '{amount} का रिफ़ंड देकर ऑर्डर {number} की शिकायत निपटाना ({word}): {note}',
  'Cost of order {number}': 'ऑर्डर {number} की क़ीमत',
  'Create the API key {name}': 'API कुंजी {name} बनाना',
  'It may': 'अधिकार',
  'It expires': 'समाप्ति',
  'Requests a minute': 'प्रति मिनट अनुरोध',
  'Coins of {name}': '{name} के कॉइन',
  'Grant {count} coins to {name}: {reason}': '{name} को {count} कॉइन देना: {reason}',
  'Mark all claims of {name} as fulfilled': '{name} के सभी दावों को पूरा दिखाना',
  'Claims of {name} that are fulfilled': '{name} के पूरे हो चुके दावे',
  'Void the voucher {code} of {company}: {reason}': '{company} का वाउचर {code} रद्द करना: {reason}',
  'Sold to {name}': '{name} को बिका',
  '{code} given back': '{code} वापस दिया गया',
  'In the bin': 'बिन में',
  'Deleted for good': 'हमेशा के लिए हटाया गया',
  'Its codes': 'इसके कोड',
  'Delete {name} for good': '{name} को हमेशा के लिए हटाना',
  Never: 'कभी नहीं',
  Voided: 'रद्द',
} as const
