/** Orders, quotes, complaints, deliveries, scans at the door; what customers asked for. */
export const hindiOrders = {
  'A cancelled order can no longer be changed.': 'रद्द ऑर्डर अब नहीं बदला जा सकता।',
  'Printing of this order has begun. Its title, promised time, notes and address can still change; to print it otherwise, duplicate it or reprint a file.':
    'इस ऑर्डर की छपाई शुरू हो चुकी है। इसका शीर्षक, वादे का समय, नोट और पता अब भी बदले जा सकते हैं; अलग तरह से छापने के लिए इसकी नक़ल बनाएँ या कोई फ़ाइल दोबारा छापें।',
  'This order has left the shop. Its title, promised time, notes and address can still change; to print it otherwise, duplicate it.':
    'यह ऑर्डर दुकान से निकल चुका है। इसका शीर्षक, वादे का समय, नोट और पता अब भी बदले जा सकते हैं; अलग तरह से छापने के लिए इसकी नक़ल बनाएँ।',
  'This order is ready for pick-up. Its title, promised time, notes and address can still change; to print it otherwise, take that back first.':
    'यह ऑर्डर दुकान से लेने के लिए तैयार है। इसका शीर्षक, वादे का समय, नोट और पता अब भी बदले जा सकते हैं; अलग तरह से छापने के लिए पहले “तैयार” हटाएँ।',
  'This order has no files to price': 'इस ऑर्डर में क़ीमत लगाने के लिए कोई फ़ाइल नहीं है',
  'This order has no files to print once more': 'इस ऑर्डर में दोबारा छापने के लिए कोई फ़ाइल नहीं है',
  'The files were changed meanwhile. Try again.': 'इस बीच फ़ाइलें बदल गईं। फिर कोशिश करें।',
  'This order is {word} and cannot be given to someone else.':
    'यह ऑर्डर “{word}” है और किसी और को नहीं दिया जा सकता।',
  'This order is {word} and cannot become {wordWanted}; it can become {wordPossible}.':
    'यह ऑर्डर “{word}” है और “{wordWanted}” नहीं बन सकता; यह बन सकता है: {wordPossible}।',
  'This order is {word} and cannot become {wordWanted}; it can no longer be changed.':
    'यह ऑर्डर “{word}” है और “{wordWanted}” नहीं बन सकता; अब इसे बदला नहीं जा सकता।',
  'This order is {word}: it was delivered too long ago, so a proof cannot be added':
    'यह ऑर्डर “{word}” है: इसे पहुँचाए बहुत समय हो गया, इसलिए सबूत नहीं जोड़ा जा सकता',
  'This order is {word}: it is not out for delivery, so a proof cannot be added':
    'यह ऑर्डर “{word}” है: यह डिलीवरी पर नहीं निकला है, इसलिए सबूत नहीं जोड़ा जा सकता',
  'This order is {word}; only a pending or assigned one can be ready for pick-up.':
    'यह ऑर्डर “{word}” है; दुकान से लेने के लिए केवल बाक़ी या सौंपा गया ऑर्डर तैयार हो सकता है।',
  'This order is delivered; only one that is picked up can be ready for it.':
    'यह ऑर्डर पहुँचाया जाता है; केवल दुकान से लिया जाने वाला ऑर्डर इसके लिए तैयार हो सकता है।',
  'The staff user who has this order is deactivated. Activate them first: an open order needs an active staff user.':
    'जिस स्टाफ़ सदस्य के पास यह ऑर्डर है, वह निष्क्रिय है। पहले उसे सक्रिय करें: खुले ऑर्डर को सक्रिय स्टाफ़ सदस्य चाहिए।',
  'Only a delivery takes its payment with it. Take this payment by itself.':
    'केवल डिलीवरी के साथ पेमेंट लिया जाता है। यह पेमेंट अलग से लें।',
  'This order is delivered: when it is paid, and by whom, can no longer change.':
    'यह ऑर्डर पहुँच चुका है: इसका पेमेंट कब और कौन करेगा, अब नहीं बदला जा सकता।',
  'The courier is not an active staff user.': 'कूरियर सक्रिय स्टाफ़ सदस्य नहीं है।',
  'You do not see prices, so you cannot change them.': 'आप क़ीमतें नहीं देखते, इसलिए उन्हें बदल नहीं सकते।',
  'The price of this order was set by hand. Ask somebody who gives discounts.':
    'इस ऑर्डर की क़ीमत हाथ से तय की गई थी। छूट देने वाले किसी से कहें।',
  'You cannot set a price by hand. Ask somebody who gives discounts.':
    'आप हाथ से क़ीमत नहीं लिख सकते। छूट देने वाले किसी व्यक्ति से कहें।',
  'You cannot give an order to yourself. Ask somebody to give it to you.':
    'आप ख़ुद को ऑर्डर नहीं दे सकते। किसी से कहें कि आपको दे।',
  'You cannot take payments. Leave the payment out, or ask somebody who takes them.':
    'आप पेमेंट नहीं ले सकते। पेमेंट छोड़ दें, या लेने वाले किसी व्यक्ति से कहें।',
  'You can only see your own orders': 'आप केवल अपने ऑर्डर देख सकते हैं',
  'You may not change {fields} of orders': 'आप ऑर्डर में यह नहीं बदल सकते: {fields}',
  'This is the same person': 'यह वही व्यक्ति है',
  'This move does not give the order to someone else': 'इस बदलाव से ऑर्डर किसी और को नहीं जाता',
  'As many as there are ids': 'उतने ही जितनी आईडी हैं',
  'Say what to change: a status or a staff user': 'बताएँ क्या बदलना है: स्थिति या स्टाफ़ सदस्य',
  'Somebody gave this order to {name} meanwhile, so it was left there.':
    'इस बीच किसी ने यह ऑर्डर {name} को दे दिया, इसलिए उसे वहीं रहने दिया गया।',
  'This order is {word}, not {wordWanted}.': 'यह ऑर्डर “{word}” है, {wordWanted} नहीं।',
  'This order was changed since, so it was left as it is.':
    'तब से यह ऑर्डर बदल चुका है, इसलिए उसे वैसा ही रहने दिया गया।',
  'Only who changes orders can change what is promised.': 'वादा वही बदल सकता है जो ऑर्डर बदलता है।',
  'A file is no longer there; add it again': 'एक फ़ाइल अब नहीं है; उसे फिर से जोड़ें',
  'A file is named twice': 'एक फ़ाइल का नाम दो बार है',
  'An order is named twice': 'एक ऑर्डर दो बार है',
  'Somebody who is named does not see this order': 'जिनका नाम लिया गया, उनमें से कोई यह ऑर्डर नहीं देख सकता',
  'Choose one of the customer’s plans': 'ग्राहक के प्लान में से एक चुनें',
  'Only a subscription order uses a plan': 'केवल सब्सक्रिप्शन ऑर्डर में प्लान लगता है',
  'A subscription order, and no other, names a plan': 'प्लान केवल सब्सक्रिप्शन ऑर्डर में होता है',
  'This would cost more than {amount}. Order less at once.':
    'इसकी क़ीमत {amount} से ज़्यादा होगी। एक बार में कम ऑर्डर करें।',
  'At most {count} orders at once': 'एक बार में ज़्यादा से ज़्यादा {count} ऑर्डर',
  'At most {count} orders': 'ज़्यादा से ज़्यादा {count} ऑर्डर',
  'Choose at least one order': 'कम से कम एक ऑर्डर चुनें',
  'More than {count} orders cannot be sorted by this. Filter the list.':
    '{count} से ज़्यादा ऑर्डर इससे क्रम में नहीं लगाए जा सकते। सूची को फ़िल्टर करें।',
  'This order is not fully paid. Take the payment with the delivery.':
    'इस ऑर्डर का पूरा पेमेंट नहीं हुआ है। डिलीवरी के साथ पेमेंट लें।',
  'This order is not fully paid. Say why it is delivered unpaid.':
    'इस ऑर्डर का पूरा पेमेंट नहीं हुआ है। बताएँ कि इसे बिना पेमेंट क्यों दिया जा रहा है।',
  'Nothing of this order is due': 'इस ऑर्डर का कुछ भी बाक़ी नहीं है',
  'Say until when the window lasts': 'बताएँ कि समय की अवधि कब तक है',
  'A window ends after it begins': 'समय की अवधि शुरू होने के बाद ख़त्म होती है',
  'A window lasts at most 24 hours': 'समय की अवधि ज़्यादा से ज़्यादा 24 घंटे की होती है',
  'This window is over already': 'समय की यह अवधि बीत चुकी है',
  '{name} was removed on {day}: this shop keeps files only for a time after an order has ended. Ask the customer for it.':
    '{name} {day} को हटा दी गई: यह दुकान ऑर्डर ख़त्म होने के बाद फ़ाइलें कुछ समय ही रखती है। ग्राहक से फिर माँगें।',

  // Deliveries.
  'The shop keeps no proofs of delivery': 'यह दुकान डिलीवरी के सबूत नहीं रखती',
  'Say who received it, or add a photo or a signature': 'बताएँ किसने लिया, या फ़ोटो या हस्ताक्षर जोड़ें',
  'This delivery needs a proof first: who received it, a photo or a signature':
    'इस डिलीवरी के लिए पहले सबूत चाहिए: किसने लिया, फ़ोटो या हस्ताक्षर',
  'Send one file': 'एक फ़ाइल भेजें',
  'Choose a photo': 'फ़ोटो चुनें',
  'Draw the signature again': 'हस्ताक्षर फिर से करें',
  '{name} has settled this already.': '{name} इसे पहले ही निपटा चुके हैं।',
  'Send the order or a code, not both': 'ऑर्डर या कोड भेजें, दोनों नहीं',
  'This is for a hand-over': 'यह सौंपने के लिए है',
  'This is for a shelf': 'यह शेल्फ़ के लिए है',
  'A shelf place has up to 10 letters and digits, such as B3':
    'शेल्फ़ की जगह में ज़्यादा से ज़्यादा 10 अक्षर और अंक होते हैं, जैसे B3',
  'This is not a code': 'यह कोड नहीं है',
  'Too many scans of orders that are not yours. Take your orders from your list for now, and scan again later.':
    'ऐसे बहुत से ऑर्डर स्कैन हुए जो आपके नहीं हैं। अभी अपनी सूची से ऑर्डर लें, और बाद में फिर स्कैन करें।',

  // The answers to a scan.
  'Order {number} is at {place} now.': 'ऑर्डर {number} अब {place} पर है।',
  'Order {number} is on no shelf now.': 'ऑर्डर {number} अब किसी शेल्फ़ पर नहीं है।',
  'Order {number} is at {place} already.': 'ऑर्डर {number} पहले से {place} पर है।',
  'Order {number} is on no shelf already.': 'ऑर्डर {number} पहले से किसी शेल्फ़ पर नहीं है।',
  'Order {number} is out for delivery with {name}.': 'ऑर्डर {number} {name} के साथ डिलीवरी पर निकला है।',
  'Order {number} is out for delivery with you.': 'ऑर्डर {number} आपके साथ डिलीवरी पर निकला है।',
  'Order {number} is already out with {name}.': 'ऑर्डर {number} पहले से {name} के साथ बाहर है।',
  'Order {number} is already out with its courier.': 'ऑर्डर {number} पहले से अपने कूरियर के साथ बाहर है।',
  'Order {number} is already out with you.': 'ऑर्डर {number} पहले से आपके साथ बाहर है।',
  'This is order {number}.': 'यह ऑर्डर {number} है।',
  'This is not the code of a job ticket.': 'यह जॉब टिकट का कोड नहीं है।',
  'This is the shelf place {place}, not a job ticket.': 'यह शेल्फ़ की जगह {place} है, जॉब टिकट नहीं।',
  'This is none of your orders. Ask at the desk if you should deliver it.':
    'यह आपका ऑर्डर नहीं है। काउंटर पर पूछें कि क्या इसे आपको पहुँचाना है।',
  'This shop has no order {number}.': 'इस दुकान में ऑर्डर {number} नहीं है।',
  'This job ticket is not of this shop.': 'यह जॉब टिकट इस दुकान का नहीं है।',
  'This order is delivered already.': 'यह ऑर्डर पहले ही पहुँच चुका है।',
  'This order is out for delivery. Enter the failed attempt first, if it is back.':
    'यह ऑर्डर डिलीवरी पर है। अगर यह लौट आया है, तो पहले असफल कोशिश दर्ज करें।',
  'Not printed yet: {count} side to print.': 'अभी नहीं छपा: {count} तरफ़ छापनी है।',
  'Not printed yet: {count} sides to print.': 'अभी नहीं छपा: {count} तरफ़ छापनी हैं।',
  'Not fully printed: {done} of {count} side are printed.': 'पूरा नहीं छपा: {count} में से {done} तरफ़ छपी है।',
  'Not fully printed: {done} of {count} sides are printed.': 'पूरा नहीं छपा: {count} में से {done} तरफ़ छपी हैं।',
  'Nobody has this order yet. Choose the courier first.': 'यह ऑर्डर अभी किसी के पास नहीं है। पहले कूरियर चुनें।',
  'This order is {name}’s ({word}).': 'यह ऑर्डर {name} का है ({word})।',
  'This is the bundle of another order.': 'यह दूसरे ऑर्डर का बंडल है।',
  'This order is cancelled. Put it aside, it must not be delivered.':
    'यह ऑर्डर रद्द है। इसे अलग रखें, इसे पहुँचाना नहीं है।',

  // Quotes and complaints.
  'This quote is withdrawn. Put it back before it is changed.':
    'यह कोटेशन वापस लिया जा चुका है। बदलने से पहले इसे फिर चालू करें।',
  'Quote {number} is withdrawn. Put it back to confirm it.':
    'कोटेशन {number} वापस लिया जा चुका है। पुष्टि के लिए इसे फिर चालू करें।',
  'Quote {number} was valid until {day}. Renew it at the prices of today, then confirm it.':
    'कोटेशन {number} {day} तक मान्य था। आज की क़ीमतों पर इसे नया करें, फिर पुष्टि करें।',
  'Order {order} was worked on meanwhile, so quote {number} stays confirmed.':
    'इस बीच ऑर्डर {order} पर काम हुआ है, इसलिए कोटेशन {number} पक्का ही रहेगा।',
  'Quote {number} is confirmed already: it is order {order}.':
    'कोटेशन {number} की पुष्टि हो चुकी है: यह ऑर्डर {order} है।',
  'Choose a day from today on, within a year': 'आज से एक साल के अंदर की तारीख़ चुनें',
  'Only a delivered order can have a complaint. Change this one instead.':
    'शिकायत केवल पहुँचाए गए ऑर्डर की हो सकती है। इसकी जगह यह ऑर्डर बदलें।',
  'This order has an open complaint already. Resolve it first.':
    'इस ऑर्डर की एक शिकायत पहले से खुली है। पहले उसे निपटाएँ।',
  '{name} has resolved this complaint already.': '{name} यह शिकायत पहले ही निपटा चुके हैं।',
  'Choose what is wrong': 'चुनें कि क्या गड़बड़ है',
  // The history of an order.
  'Asks to cancel this order': 'यह ऑर्डर रद्द करने को कहा',
  'Asks to cancel this order: {reason}': 'यह ऑर्डर रद्द करने को कहा: {reason}',
  'Asks for the same order again': 'यही ऑर्डर फिर से माँगा',
  'Customer’s link made': 'ग्राहक का लिंक बनाया गया',
  'Customer’s link renewed': 'ग्राहक का लिंक नया किया गया',
  'Customer’s link revoked': 'ग्राहक का लिंक बंद किया गया',
  'From request {number}': 'अनुरोध {number} से',
  'Request declined: {reason}': 'अनुरोध अस्वीकार: {reason}',
  'Something is wrong – {word}': 'कुछ गड़बड़ है – {word}',
  'Something is wrong – {word}: {text}': 'कुछ गड़बड़ है – {word}: {text}',
  'Complaint resolved': 'शिकायत निपटाई गई',
  'Complaint resolved with a refund': 'रिफ़ंड देकर शिकायत निपटाई गई',
  'Complaint resolved with 1 coin': '1 कॉइन देकर शिकायत निपटाई गई',
  'Complaint resolved with {count} coins': '{count} कॉइन देकर शिकायत निपटाई गई',
  'Complaint resolved: printed again as order {number}':
    'शिकायत निपटाई गई: ऑर्डर {number} के रूप में फिर छापा गया',
  damaged: 'टूटा या फटा हुआ',
  'wrong print': 'ग़लत छपा',
  'missing pages': 'पेज कम हैं',
  'wrong paper or binding': 'ग़लत काग़ज़ या बाइंडिंग',
  late: 'देर से मिला',
  other: 'कुछ और',
  '1 print job for {name}': '{name} के लिए 1 प्रिंट जॉब',
  '{count} print jobs for {name}': '{name} के लिए {count} प्रिंट जॉब',
  'Its files could not be checked.': 'इसकी फ़ाइलें जाँची नहीं जा सकीं।',
  'No printer can print it now.': 'अभी कोई प्रिंटर इसे नहीं छाप सकता।',
  '{tried}\nRefused: {why}': '{tried}\nअस्वीकार: {why}',
  'Print {name} as it is, although: {why}': '{name} को ऐसे ही छापें, हालाँकि: {why}',
  'Job ticket scanned': 'जॉब टिकट स्कैन किया गया',
  'Order number typed at the hand-over': 'सौंपते समय ऑर्डर नंबर लिखा गया',
  'Cancelled by the customer': 'ग्राहक ने रद्द किया',
  'Cancelled by the customer: {reason}': 'ग्राहक ने रद्द किया: {reason}',
  'The customer asked for it': 'ग्राहक ने यह कहा था',
  'The customer asked for it: {message}': 'ग्राहक ने यह कहा था: {message}',
  'From quote {number}': 'कोटेशन {number} से',
  'Quote {number} confirmed by mistake': 'कोटेशन {number} ग़लती से पक्का हुआ',
} as const
