/** Configuration, bulk jobs, views of lists, webhooks, notices on devices, the stream of events, search, the bin. */
export const hindiShop = {
  'It ends after it begins': 'यह शुरू होने के बाद ख़त्म होता है',
  'A window is named twice': 'समय की एक अवधि दो बार है',
  'At most {count} windows': 'समय की ज़्यादा से ज़्यादा {count} अवधियाँ',
  'It closes after it opens': 'दुकान खुलने के बाद बंद होती है',
  'Say when it opens and when it closes': 'बताएँ कि कब खुलती है और कब बंद होती है',
  'Open on at least one day': 'कम से कम एक दिन खुली रखें',
  'A day is named twice': 'एक दिन दो बार है',
  'At most {count} holidays': 'ज़्यादा से ज़्यादा {count} छुट्टियाँ',
  'This is a name of small letters, such as orders': 'यह अंग्रेज़ी के छोटे अक्षरों का नाम होता है, जैसे orders',
  'Type at least 2 characters, or a digit': 'कम से कम 2 अक्षर या एक अंक लिखें',
  'Choose shop or copy': 'दुकान या नक़ल चुनें',
  'Nobody asks any more: somebody has said it.': 'अब कोई नहीं पूछ रहा: किसी ने बता दिया है।',

  'Nothing matches': 'कुछ भी मेल नहीं खाता',
  '{count} bulk jobs are not finished yet. Wait until one has ended, or cancel one.':
    '{count} बल्क काम अभी पूरे नहीं हुए। एक के पूरा होने का इंतज़ार करें, या एक को रद्द करें।',
  'This bulk job has ended already.': 'यह बल्क काम पहले ही पूरा हो चुका है।',
  'This bulk job is an undo itself.': 'यह बल्क काम ख़ुद एक वापसी है।',
  'This bulk job has not ended. Cancel it first, or wait for its end.':
    'यह बल्क काम पूरा नहीं हुआ। पहले इसे रद्द करें, या पूरा होने दें।',
  'There is nothing left to undo.': 'वापस लेने को कुछ नहीं बचा।',
  'At most {count} records at once. Filter the list.':
    'एक बार में ज़्यादा से ज़्यादा {count} रिकॉर्ड। सूची को फ़िल्टर करें।',
  'The list has changed: {now} match now, not {before}. Nothing was done.':
    'सूची बदल गई है: अब {now} मेल खाते हैं, {before} नहीं। कुछ नहीं किया गया।',
  'This record was restored or deleted for good since, so it was left as it is.':
    'तब से यह रिकॉर्ड वापस लाया या हमेशा के लिए हटाया जा चुका है, इसलिए उसे वैसा ही रहने दिया गया।',
  'This customer was changed since, so they were left as they are.':
    'तब से यह ग्राहक बदल चुका है, इसलिए उसे वैसा ही रहने दिया गया।',

  'This is not a list that can have views': 'इस सूची के व्यू नहीं हो सकते',
  'This is not the query of an address': 'यह पते की क्वेरी नहीं है',
  'A column is here twice': 'एक कॉलम दो बार है',
  'Choose at least one column': 'कम से कम एक कॉलम चुनें',
  'You have {count} views of this list. Delete one first.': 'इस सूची के आपके {count} व्यू हैं। पहले एक हटाएँ।',
  'Only {name} can change this view': 'यह व्यू केवल {name} बदल सकते हैं',

  'An address has no user or password here: verify the signature instead':
    'यहाँ पते में यूज़र या पासवर्ड नहीं होता: इसकी जगह सिग्नेचर जाँचें',
  'Choose at least one type of event': 'घटना का कम से कम एक प्रकार चुनें',
  'This is not a type of event': 'यह घटना का प्रकार नहीं है',
  'There are {count} webhooks. Delete one first.': '{count} वेबहुक हैं। पहले एक हटाएँ।',
  'This delivery waits to be sent already.': 'यह डिलीवरी पहले से भेजे जाने के इंतज़ार में है।',
  'A test is not sent again. Send a new one.': 'टेस्ट दोबारा नहीं भेजा जाता। नया भेजें।',
  'Its secret was kept with another key, so nothing can be signed. Make a new secret and switch it on again.':
    'इसका सीक्रेट दूसरी की से रखा गया था, इसलिए कुछ साइन नहीं हो सकता। नया सीक्रेट बनाएँ और फिर चालू करें।',
  'It answered 410: it wants no more deliveries.': 'इसने 410 जवाब दिया: इसे और डिलीवरी नहीं चाहिए।',
  'Who made it may not see any more what it is told. Whoever may can switch it on again.':
    'जिसने इसे बनाया, वह अब वह नहीं देख सकता जो इसे बताया जाता है। जिसे अनुमति है, वह इसे फिर चालू कर सकता है।',
  'It accepted nothing for {count} days.': 'इसने {count} दिन से कुछ स्वीकार नहीं किया।',

  'This is not {count} bytes as base64url': 'यह base64url में {count} बाइट नहीं है',
  'This is not base64url': 'यह base64url नहीं है',
  'Say both hours, or none': 'दोनों घंटे बताएँ, या कोई नहीं',
  'This is not a public key': 'यह पब्लिक की नहीं है',
  'You cannot be told this: {kind}': 'आपको यह नहीं बताया जा सकता: {kind}',
  'This device subscribed with an older key. Switch it off and on again.':
    'यह डिवाइस पुरानी की से जुड़ा था। इसे बंद करके फिर चालू करें।',
  'Only a device on which you are signed in is told what happens':
    'सूचनाएँ केवल उस डिवाइस पर आती हैं जिस पर आप साइन इन हैं',
  'At most {count} devices are told what happens': 'सूचनाएँ ज़्यादा से ज़्यादा {count} डिवाइस पर आती हैं',
  'This is not the id of an event: a whole number as a stream sends it':
    'यह घटना की आईडी नहीं है: वह पूरी संख्या होती है, जैसी स्ट्रीम भेजती है',
  'At most {count} streams of events can be open in one session. Close one first.':
    'एक सेशन में ज़्यादा से ज़्यादा {count} इवेंट स्ट्रीम खुल सकती हैं। पहले एक बंद करें।',
  'Something went wrong on our side. The rest was not changed.':
    'हमारी तरफ़ से कुछ गड़बड़ हो गई। बाक़ी नहीं बदला गया।',
  '{name} may no longer do this. The rest was not changed.':
    '{name} को अब यह करने का अधिकार नहीं है। बाक़ी नहीं बदला गया।',
  'The shop was copied or restored. Switch it on if this shop may call it.':
    'दुकान के डेटा की नक़ल बनी या उसे वापस लाया गया। अगर यह दुकान इसे पुकार सकती है तो इसे चालू करें।',
  'The shop was copied or restored. Switch it on if this shop may send messages.':
    'दुकान के डेटा की नक़ल बनी या उसे वापस लाया गया। अगर यह दुकान संदेश भेज सकती है तो इसे चालू करें।',
  'Not sent: the shop was copied or restored.': 'नहीं भेजा गया: दुकान के डेटा की नक़ल बनी या उसे वापस लाया गया।',
  'By hand': 'हाथ से',
  Nobody: 'कोई नहीं',
  All: 'सभी',
  Today: 'आज',
  '1 day': '1 दिन',
  '2 to 3 days': '2 से 3 दिन',
  '4 to 7 days': '4 से 7 दिन',
  'Over a week': 'एक हफ़्ते से ज़्यादा',
  'Black and white, picked up': 'ब्लैक ऐंड व्हाइट, दुकान से लिए गए',
  'Black and white, delivered': 'ब्लैक ऐंड व्हाइट, पहुँचाए गए',
  'Colour, picked up': 'रंगीन, दुकान से लिए गए',
  'Colour, delivered': 'रंगीन, पहुँचाए गए',
  'No complete answer within {count} seconds': '{count} सेकंड में पूरा जवाब नहीं मिला',
  'Answered {status}': 'जवाब {status}',
  'Answered {status}: redirects are not followed': 'जवाब {status}: रीडायरेक्ट का पालन नहीं होता',
} as const
