/** Refusals that customers read on their pages, too. */
export const hindiCustomers = {
  'This form was sent by another site.': 'यह फ़ॉर्म किसी दूसरी साइट से भेजा गया।',
  'Too many links that lead nowhere. Please wait a moment.':
    'ऐसे बहुत से लिंक खोले गए जो मौजूद नहीं हैं। कृपया थोड़ा रुकें।',
  'This can no longer be changed here. Please ask the shop.': 'अब यहाँ इसे बदला नहीं जा सकता। कृपया दुकान से पूछें।',
  'Your order has changed meanwhile. Look at it again, then try once more.':
    'इस बीच आपका ऑर्डर बदल गया है। उसे फिर से देखें, फिर कोशिश करें।',
  'There is no room for more notes. Please call the shop.': 'और नोट के लिए जगह नहीं है। कृपया दुकान को फ़ोन करें।',
  'Choose a file': 'फ़ाइल चुनें',
  'Choose which file it replaces': 'चुनें कि यह किस फ़ाइल की जगह आएगी',
  'This took too long. Please send the file again.': 'बहुत समय लग गया। कृपया फ़ाइल फिर से भेजें।',
  'This took too long. Please send the files again.': 'बहुत समय लग गया। कृपया फ़ाइलें फिर से भेजें।',
  'You have asked for this already. The shop will answer.': 'आप यह पहले ही माँग चुके हैं। दुकान आपको जवाब देगी।',
  'You have told us already. We will get back to you.': 'आप हमें यह पहले ही बता चुके हैं। हम आपको जवाब देंगे।',
  'At most {count} files': 'ज़्यादा से ज़्यादा {count} फ़ाइलें',
  'Add at least one file': 'कम से कम एक फ़ाइल जोड़ें',
  'This was sent already, or took too long.': 'यह पहले ही भेजा जा चुका है, या बहुत समय लग गया।',
  'You have sent several requests today. Please call the shop.': 'आपने आज कई अनुरोध भेजे हैं। कृपया दुकान को फ़ोन करें।',
  'Too many requests wait here just now. Please call the shop.':
    'अभी यहाँ बहुत से अनुरोध बाक़ी हैं। कृपया दुकान को फ़ोन करें।',
  'This is larger than is accepted here': 'यह बहुत बड़ा है, यहाँ नहीं लिया जा सकता',
  'This is larger than {limit}': 'यह {limit} से बड़ा है',
  '{name} is larger than {limit}': '{name} {limit} से बड़ी है',
  'The server is busy. Please try again in a moment.': 'सर्वर व्यस्त है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'Someone else is changing the same record just now. Please try again in a moment.':
    'अभी कोई और इसी में बदलाव कर रहा है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'The database cannot be reached at the moment. Please try again shortly.':
    'डेटाबेस से अभी संपर्क नहीं हो पा रहा है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'The storage of the files cannot be reached at the moment. Please try again shortly.':
    'फ़ाइलें रखने की जगह से अभी संपर्क नहीं हो पा रहा है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'Files cannot be checked at the moment. Nothing is wrong with yours. Please try again shortly.':
    'अभी फ़ाइलें जाँची नहीं जा सकतीं। आपकी फ़ाइल में कोई गड़बड़ नहीं है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'This field is Required': 'इसे भरना ज़रूरी है',
  'At most {count} characters': 'ज़्यादा से ज़्यादा {count} अक्षर',
  'This has a character that cannot be kept': 'इसमें ऐसा अक्षर है जिसे रखा नहीं जा सकता',
  'A text has a character that cannot be kept': 'किसी टेक्स्ट में ऐसा अक्षर है जिसे रखा नहीं जा सकता',
  'This must be a whole number': 'यह पूरी संख्या होनी चाहिए',
  'A phone number has digits only': 'फ़ोन नंबर में केवल अंक होते हैं',
  'A phone number has 6 to 15 digits after its country code': 'फ़ोन नंबर में देश के कोड के बाद 6 से 15 अंक होते हैं',
  'This is not an email address': 'यह ईमेल पता नहीं है',
  'This is not a pin code': 'यह पिनकोड नहीं है',
  'Invalid input': 'यह सही नहीं है',
  '{name} is not a PDF, PNG or JPEG file': '{name} PDF, PNG या JPEG फ़ाइल नहीं है',
  '{name} opens only with a password; open it, print or save it as a PDF without one, and add that file':
    '{name} केवल पासवर्ड से खुलती है; उसे खोलें, बिना पासवर्ड की PDF के रूप में सहेजें, और वह फ़ाइल जोड़ें',
  '{name} may not be printed, says its author; ask them for a copy that may':
    '{name} के लेखक ने छापने की अनुमति नहीं दी है; उनसे ऐसी प्रति माँगें जिसे छापा जा सके',
  '{name} may be printed only at a low resolution, says its author; ask them for a copy without this limit':
    '{name} के लेखक ने केवल कम रेज़ॉल्यूशन में छापने की अनुमति दी है; उनसे बिना इस सीमा की प्रति माँगें',
  '{name} is damaged and cannot be read; save or export it again and try once more':
    '{name} ख़राब है और पढ़ी नहीं जा सकती; उसे फिर से सहेजें या एक्सपोर्ट करें और दोबारा कोशिश करें',
  '{name} has more than 5,000 pages; split it into smaller files':
    '{name} में 5,000 से ज़्यादा पेज हैं; उसे छोटी फ़ाइलों में बाँटें',
  '{name} has more than 50 megapixels; make it smaller and try again':
    '{name} 50 मेगापिक्सेल से बड़ी है; उसे छोटा करके फिर कोशिश करें',
  '{name} takes too much time or memory to read; save or export it again in a simpler form':
    '{name} को पढ़ने में बहुत समय या मेमोरी लगती है; उसे आसान रूप में फिर से सहेजें या एक्सपोर्ट करें',
  '{name} takes too much time or memory to check; save or export it again in a simpler form':
    '{name} को जाँचने में बहुत समय या मेमोरी लगती है; उसे आसान रूप में फिर से सहेजें या एक्सपोर्ट करें',
  '{name} cannot be checked: it is damaged': '{name} जाँची नहीं जा सकती: वह ख़राब है',
  'The photo must be a JPEG or a PNG': 'फ़ोटो JPEG या PNG होनी चाहिए',
  'The photo has more than 50 million pixels': 'फ़ोटो में 5 करोड़ से ज़्यादा पिक्सेल हैं',
  'This took too long. Please send your files again.': 'इसमें बहुत समय लग गया। कृपया अपनी फ़ाइलें फिर से भेजें।',
  'Several codes were sent already. Please wait an hour, or call the shop.':
    'कई कोड भेजे जा चुके हैं। कृपया एक घंटा रुकें, या दुकान को फ़ोन करें।',
  'No code can be sent just now. Please call the shop.': 'अभी कोड नहीं भेजा जा सकता। कृपया दुकान को फ़ोन करें।',
  'Many files wait here just now. Please try again in an hour, or call the shop.':
    'यहाँ अभी बहुत-सी फ़ाइलें रुकी हुई हैं। कृपया एक घंटे बाद फिर कोशिश करें, या दुकान को फ़ोन करें।',
  'We send a code to this address': 'हम इस पते पर कोड भेजेंगे',
  'This time is no longer free. Please choose another one.': 'यह समय अब ख़ाली नहीं है। कृपया दूसरा चुनें।',
} as const
