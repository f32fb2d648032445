/** Sign-in, abilities, staff, customers, leads, keys; messages to customers. */
export const hindiPeople = {
  'Please sign in': 'कृपया साइन इन करें',
  'Email or password is wrong': 'ईमेल या पासवर्ड ग़लत है',
  'This is for super admins only': 'यह केवल सुपर एडमिन के लिए है',
  'This needs the ability {word}': 'इसके लिए यह अधिकार चाहिए: {word}',
  'Too many attempts. Try again in 1 second.': 'बहुत बार कोशिश हुई। 1 सेकंड बाद फिर कोशिश करें।',
  'Too many attempts. Try again in {count} seconds.': 'बहुत बार कोशिश हुई। {count} सेकंड बाद फिर कोशिश करें।',
  'Too many attempts. Try again in 1 minute.': 'बहुत बार कोशिश हुई। 1 मिनट बाद फिर कोशिश करें।',
  'Too many attempts. Try again in {count} minutes.': 'बहुत बार कोशिश हुई। {count} मिनट बाद फिर कोशिश करें।',
  'Too many attempts at once. Try again in a second.': 'एक साथ बहुत बार कोशिश हुई। एक सेकंड बाद फिर कोशिश करें।',
  'Too many requests with a token or key that is not valid came from your address. Sign in, or check the key.':
    'आपके पते से अमान्य टोकन या की वाले बहुत से अनुरोध आए। साइन इन करें, या की जाँचें।',
  'This password is too easy to guess': 'यह पासवर्ड आसानी से भाँपा जा सकता है',
  'Choose another password than the current one': 'मौजूदा से अलग पासवर्ड चुनें',
  'This is not your current password': 'यह आपका मौजूदा पासवर्ड नहीं है',

  'This API key is not valid': 'यह API कुंजी मान्य नहीं है',
  'API keys cannot be used here': 'API कुंजी यहाँ इस्तेमाल नहीं हो सकतीं',
  'This API key needs the scope {word}': 'इस API कुंजी को यह स्कोप चाहिए: {word}',
  'This API key needs the scope {scope} for a payment': 'पेमेंट के लिए इस API कुंजी को यह स्कोप चाहिए: {scope}',
  'This API key needs the scope {scope} for a refund': 'रिफ़ंड के लिए इस API कुंजी को यह स्कोप चाहिए: {scope}',
  'This API key may make {count} requests a minute': 'यह API कुंजी एक मिनट में {count} अनुरोध कर सकती है',
  'A scope is one of {values}': 'स्कोप इनमें से एक होता है: {values}',
  'Choose at least one scope': 'कम से कम एक स्कोप चुनें',
  'An ability is one of {values}': 'अधिकार इनमें से एक होता है: {values}',
  'Choose at least one ability': 'कम से कम एक अधिकार चुनें',
  'You cannot give or take what you may not do yourself: {word}':
    'जो अधिकार आपके पास नहीं है, वह आप दे या ले नहीं सकते: {word}',
  'You cannot give what you may not do yourself: {word}': 'जो अधिकार आपके पास नहीं है, वह आप दे नहीं सकते: {word}',
  'You cannot pass on what you may not see yourself: {word}':
    'जो आप ख़ुद नहीं देख सकते, वह आप आगे नहीं भेज सकते: {word}',
  'Only somebody who may do all that this person may do can see this':
    'केवल वही इसे देख सकता है जो वह सब कर सकता है जो यह व्यक्ति कर सकता है',
  'Only somebody who may do all that this person may do can change their account':
    'इस व्यक्ति का खाता वही बदल सकता है जिसके पास इसके सभी अधिकार हों',
  '{name} is what {people} and {count} more may do. Give them another set first.':
    '{name}: यह {people} और {count} अन्य का अधिकार समूह है। पहले उन्हें दूसरा समूह दें।',
  '{name} is what {people} may do. Give them another set first.':
    '{name}: यह {people} का अधिकार समूह है। पहले उन्हें दूसरा समूह दें।',
  'A super admin has all abilities': 'सुपर एडमिन के पास सभी अधिकार होते हैं',
  'You cannot deactivate yourself.': 'आप ख़ुद को निष्क्रिय नहीं कर सकते।',
  'The last active super admin cannot be deactivated.': 'आख़िरी सक्रिय सुपर एडमिन को निष्क्रिय नहीं किया जा सकता।',
  '{name} still holds 1 open order. Hand them over first.':
    '{name} के पास अभी 1 खुला ऑर्डर है। पहले उसे किसी और को सौंपें।',
  '{name} still holds {count} open orders. Hand them over first.':
    '{name} के पास अभी {count} खुले ऑर्डर हैं। पहले उन्हें किसी और को सौंपें।',
  '{name} has handed over cash: count it and explain its difference first.':
    '{name} ने नक़द जमा किया है: पहले उसे गिनें और अंतर का कारण बताएँ।',
  '{name} still has cash in hand. They hand it over first, and somebody counts it.':
    '{name} के हाथ में अभी नक़द है। पहले वे इसे जमा करें, और कोई इसे गिने।',
  '{name} still has {amount} in hand. They hand it over first, and somebody counts it.':
    '{name} के हाथ में अभी {amount} हैं। पहले वे इसे जमा करें, और कोई इसे गिने।',
  'Change your own password with Update Password.': 'अपना पासवर्ड “पासवर्ड बदलें” से बदलें।',
  'Some acts need two super admins, so none sets the password of another. On the server: npm run admin -- reset EMAIL':
    'कुछ कामों के लिए दो सुपर एडमिन चाहिए, इसलिए कोई दूसरे का पासवर्ड नहीं बदलता। सर्वर पर: npm run admin -- reset EMAIL',
  'Some acts need two super admins, and only two are active. Switch that off first, under Configuration.':
    'कुछ कामों के लिए दो सुपर एडमिन चाहिए, और केवल दो सक्रिय हैं। पहले सेटिंग में इसे बंद करें।',
  'This is not an active staff user': 'यह सक्रिय स्टाफ़ सदस्य नहीं है',

  'This was the {word} of a customer who was merged': 'यह ऐसे ग्राहक का {word} था जिसे मर्ज किया गया',
  'Another customer has this {word} by now, so the merge cannot be undone.':
    'अब यह {word} किसी दूसरे ग्राहक का है, इसलिए मर्ज वापस नहीं लिया जा सकता।',
  'What the other customer had paid ahead has been spent since. Pay it into the account first, then undo the merge.':
    'दूसरे ग्राहक का पहले से चुकाया पैसा ख़र्च हो चुका है। पहले उसे खाते में डालें, फिर मर्ज वापस लें।',
  'Choose another customer: this is the same one': 'दूसरा ग्राहक चुनें: यह वही है',
  'This merge was undone already': 'यह मर्ज पहले ही वापस लिया जा चुका है',
  'This merge is too old to be undone': 'यह मर्ज पुराना हो चुका है, वापस नहीं लिया जा सकता',
  'This customer has that address already': 'इस ग्राहक का यह पता पहले से है',
  'At most {count} tags': 'ज़्यादा से ज़्यादा {count} टैग',
  'At most {count} customers at once': 'एक बार में ज़्यादा से ज़्यादा {count} ग्राहक',
  'Choose at least one customer': 'कम से कम एक ग्राहक चुनें',
  'This customer is deactivated. Activate them first.': 'यह ग्राहक निष्क्रिय है। पहले इसे सक्रिय करें।',
  'There is no phone number': 'फ़ोन नंबर नहीं है',
  'Each field is one column': 'हर फ़ील्ड एक ही कॉलम हो',
  'A spreadsheet has shortened this phone number: its digits are lost':
    'स्प्रेडशीट ने यह फ़ोन नंबर छोटा कर दिया: इसके अंक खो गए',
  'The phone number does not have 6 to 15 digits after its country code':
    'फ़ोन नंबर में देश के कोड के बाद 6 से 15 अंक नहीं हैं',
  'There is no name': 'नाम नहीं है',
  'The email is not an email address': 'ईमेल सही पता नहीं है',
  'The name: {why}': 'नाम: {why}',
  'The last name: {why}': 'उपनाम: {why}',
  'The notes: {why}': 'नोट: {why}',
  'The tags: {why}': 'टैग: {why}',
  'This is not a customer': 'यह ग्राहक नहीं है',
  'Say which column has the {word}': 'बताएँ कि {word} किस कॉलम में है',
  'An email address or a mobile number is needed to answer': 'जवाब देने के लिए ईमेल पता या मोबाइल नंबर चाहिए',
  'This lead has become a company already.': 'यह लीड पहले ही कंपनी बन चुकी है।',
  'This lead has become a customer already.': 'यह लीड पहले ही ग्राहक बन चुकी है।',
  'This lead has become the company {name}, which is in the bin. Restore it there, or delete it for good first.':
    'यह लीड कंपनी {name} बन चुकी है, जो बिन में है। पहले उसे वहाँ से वापस लाएँ या हमेशा के लिए हटाएँ।',

  // Messages to customers.
  'This is not the name of a server': 'यह सर्वर का नाम नहीं है',
  'This is not a selector': 'यह सेलेक्टर नहीं है',
  'An address has no user or password here: put them into a header':
    'यहाँ पते में यूज़र या पासवर्ड नहीं होता: उन्हें हेडर में रखें',
  'Nothing is filled into an address': 'पते में कुछ नहीं भरा जाता',
  'This is not the name of a header': 'यह हेडर का नाम नहीं है',
  'Only these are filled in: {values}': 'केवल ये भरे जाते हैं: {values}',
  'This is not the name of a field': 'यह फ़ील्ड का नाम नहीं है',
  'This is not a private key (PEM)': 'यह प्राइवेट की (PEM) नहीं है',
  'This is not a whole private key for RSA, without a password': 'यह बिना पासवर्ड की पूरी RSA प्राइवेट की नहीं है',
  'A signature needs its selector, too': 'हस्ताक्षर के लिए सिलेक्टर भी चाहिए',
  'A signature needs its domain, too': 'हस्ताक्षर के लिए डोमेन भी चाहिए',
  'Without its key nothing is signed': 'की के बिना कुछ भी हस्ताक्षरित नहीं होता',
  'It must say {code}': 'इसमें {code} होना चाहिए',
  'Set this channel up first.': 'पहले इस चैनल को सेट करें।',
  'Set this channel up before you switch it on.': 'चालू करने से पहले इस चैनल को सेट करें।',
  'Answers to emails are not reported here.': 'ईमेल के जवाब यहाँ नहीं बताए जाते।',
  'This channel has no such settings': 'इस चैनल में ऐसी सेटिंग नहीं है',
  'Type it again, because the server is another one': 'इसे फिर से लिखें, क्योंकि सर्वर दूसरा है',
  'Its secret was kept with another key. Type it again and switch it on.':
    'इसका सीक्रेट दूसरी की से रखा गया था। उसे फिर से लिखें और चालू करें।',
  'Give both times, or none': 'दोनों समय दें, या कोई नहीं',
  'This customer was reminded today already.': 'इस ग्राहक को आज पहले ही याद दिलाया जा चुका है।',
  'This customer was asked already, and nothing has changed since.':
    'इस ग्राहक से पहले ही पूछा जा चुका है, और तब से कुछ नहीं बदला।',
  'It is not sent: {why}': 'यह नहीं भेजा जाएगा: {why}',
  'The customer does not want this channel any more, or is inactive.':
    'ग्राहक को अब यह चैनल नहीं चाहिए, या वह निष्क्रिय है।',
  'The customer does not want such messages any more.': 'ग्राहक को अब ऐसे संदेश नहीं चाहिए।',
  'This was no longer true.': 'यह अब सच नहीं रहा।',
  'it is gone.': 'वह अब नहीं है।',
  'Only who asked for this code can have another one.': 'जिसने यह कोड माँगा था, वही दूसरा माँग सकता है।',
  'This message waits to be sent already.': 'यह संदेश पहले से भेजे जाने के इंतज़ार में है।',
  'This channel is switched off.': 'यह चैनल बंद है।',
  'Somebody else sends it again just now.': 'अभी कोई और इसे फिर से भेज रहा है।',
  'No message reaches this customer: no channel that they accept is switched on, or this message is off.':
    'इस ग्राहक तक कोई संदेश नहीं पहुँचेगा: उनका स्वीकार किया हुआ कोई चैनल चालू नहीं है, या यह संदेश बंद है।',
  'This order is of another customer by now. Decline this request.':
    'यह ऑर्डर अब दूसरे ग्राहक का है। इस अनुरोध को मना करें।',
  '{name} has {word} this request already.': '{name} ने इस अनुरोध पर पहले ही फ़ैसला कर दिया है: {word}।',
  'No answer': 'कोई जवाब नहीं',
  'Such messages were switched off.': 'ऐसे संदेश बंद कर दिए गए थे।',
  'Nobody waits for this code any more.': 'अब इस कोड का इंतज़ार कोई नहीं कर रहा।',
  'It may have arrived: {why}': 'शायद यह पहुँच गया हो: {why}',
  'It may have arrived: {said}': 'शायद यह पहुँच गया हो: {said}',
  'Given up after {count} hours.': '{count} घंटे बाद छोड़ दिया गया।',
  Accepted: 'स्वीकार हुआ',
  'Not the answer of an accepted message: {said}': 'यह स्वीकार किए गए संदेश का जवाब नहीं है: {said}',
} as const
