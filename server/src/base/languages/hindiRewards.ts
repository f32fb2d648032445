/** Coupons, vouchers, companies, coins, plans, QR codes, referrals. */
export const hindiRewards = {
  'A pin code has 3 to 12 digits': 'पिनकोड में 3 से 12 अंक होते हैं',
  '{names} have {wordWhat}, so they cannot be deleted.':
    '{names} के साथ {wordWhat} जुड़े हैं, इसलिए उन्हें हटाया नहीं जा सकता।',
  '{names} has {wordWhat}, so it cannot be deleted.':
    '{names} के साथ {wordWhat} जुड़े हैं, इसलिए उसे हटाया नहीं जा सकता।',
  'sold vouchers': 'बेचे गए वाउचर',
  'orders, quotes, payments or invoices': 'ऑर्डर, कोटेशन, पेमेंट या इनवॉइस',

  'The code has a hidden character: type it instead of pasting it':
    'कोड में एक छिपा हुआ अक्षर है: चिपकाने की जगह ख़ुद लिखें',
  'Write the code as one word, without spaces': 'कोड को एक शब्द में, बिना ख़ाली जगह के लिखें',
  'A discount is at most 100 %': 'छूट ज़्यादा से ज़्यादा 100 % होती है',
  'A discount is above 0 %': 'छूट 0 % से ज़्यादा होती है',
  'Another coupon has the code {code} now. Delete that one or give it another code, then restore this one.':
    'अब दूसरे कूपन का कोड {code} है। उसे हटाएँ या दूसरा कोड दें, फिर इसे वापस लाएँ।',
  'This coupon is valid from {day}': 'यह कूपन {day} से चलेगा',
  'This coupon ended on {day}': 'यह कूपन {day} को ख़त्म हो गया',
  'This customer has used this coupon already': 'यह ग्राहक यह कूपन पहले ही इस्तेमाल कर चुका है',
  'This coupon is for new customers; this one has ordered before':
    'यह कूपन नए ग्राहकों के लिए है; यह ग्राहक पहले ऑर्डर कर चुका है',

  'The customer has spent the coins of this delivery already, so it cannot be undone.':
    'ग्राहक इस डिलीवरी के कॉइन ख़र्च कर चुका है, इसलिए इसे वापस नहीं लिया जा सकता।',
  'Coins of the other customer have been spent since. Grant them again first, then undo the merge.':
    'तब से दूसरे ग्राहक के कॉइन ख़र्च हो चुके हैं। पहले उन्हें फिर से दें, फिर मर्ज वापस लें।',
  'This customer does not have that many coins': 'इस ग्राहक के पास इतने कॉइन नहीं हैं',
  'This customer has too few coins': 'इस ग्राहक के पास कॉइन कम हैं',

  'This plan was sold and cannot be deleted. Deactivate it instead.':
    'यह प्लान बिक चुका है, इसे हटाया नहीं जा सकता। इसे निष्क्रिय करें।',
  'Another plan is named {name} now. Delete or rename that one, then restore this one.':
    'अब दूसरे प्लान का नाम {name} है। उसे हटाएँ या उसका नाम बदलें, फिर इसे वापस लाएँ।',
  'A cancelled plan can no longer be changed.': 'रद्द प्लान अब नहीं बदला जा सकता।',
  'It would end after {day}': 'यह {day} के बाद ख़त्म होगा',
  'This plan is not for sale': 'यह प्लान बिक्री के लिए नहीं है',
  'This customer has no such plan': 'इस ग्राहक का ऐसा कोई प्लान नहीं है',
  'This plan is cancelled': 'यह प्लान रद्द है',
  'This plan has not started yet': 'यह प्लान अभी शुरू नहीं हुआ',
  'This plan has expired': 'इस प्लान का समय पूरा हो गया',
  'This plan has only {count} page left': 'इस प्लान में केवल {count} पेज बचा है',
  'This plan has only {count} pages left': 'इस प्लान में केवल {count} पेज बचे हैं',

  'This referrer has no claims left; all are fulfilled.': 'इस ग्राहक का कोई दावा बाक़ी नहीं है; सभी पूरे हो चुके हैं।',
  'The referrer’s claim for this delivery was fulfilled already, so it cannot be undone.':
    'इस डिलीवरी पर रेफ़र करने वाले का दावा पूरा हो चुका है, इसलिए इसे वापस नहीं लिया जा सकता।',
  'Claims of the other customer were fulfilled since, so the merge cannot be undone.':
    'तब से दूसरे ग्राहक के दावे पूरे हो चुके हैं, इसलिए मर्ज वापस नहीं लिया जा सकता।',
  'At most {count} rows at once, and the end not before the start':
    'एक बार में ज़्यादा से ज़्यादा {count} पंक्तियाँ, और अंत शुरुआत से पहले नहीं',
  'Customers cannot use their own referral code': 'ग्राहक अपना ही रेफ़रल कोड इस्तेमाल नहीं कर सकते',
  'The code’s owner is no longer a customer': 'इस कोड का मालिक अब ग्राहक नहीं है',
  'The code’s owner has the same mobile number or email as this customer':
    'इस कोड के मालिक का मोबाइल नंबर या ईमेल इस ग्राहक जैसा ही है',
  'A referral code counts on a customer’s first order only': 'रेफ़रल कोड केवल ग्राहक के पहले ऑर्डर पर चलता है',

  'No code of this voucher is left.': 'इस वाउचर का कोई कोड नहीं बचा।',
  'This voucher costs {coins} coins now. Choose it again to sell it for that.':
    'यह वाउचर अब {coins} कॉइन का है। उतने में बेचने के लिए इसे फिर से चुनें।',
  'This plan costs {amount} now. Sell it again for that.': 'यह प्लान अब {amount} का है। उतने में फिर से बेचें।',
  'This voucher has expired.': 'इस वाउचर का समय पूरा हो गया।',
  'This purchase has been voided already.': 'यह ख़रीद पहले ही रद्द हो चुकी है।',
  'A purchased voucher cannot be deleted: {codes}': 'ख़रीदा गया वाउचर हटाया नहीं जा सकता: {codes}',
  'A purchased voucher cannot be changed.': 'ख़रीदा गया वाउचर बदला नहीं जा सकता।',
  'The company {name} of this voucher is deleted. Restore the company first.':
    'इस वाउचर की कंपनी {name} हटाई जा चुकी है। पहले कंपनी को वापस लाएँ।',
  'The company  of this voucher is deleted. Restore the company first.':
    'इस वाउचर की कंपनी हटाई जा चुकी है। पहले कंपनी को वापस लाएँ।',
  '{name} has the code {code} again. Delete or change that voucher, then restore this one.':
    '{name} के पास कोड {code} फिर से है। उस वाउचर को हटाएँ या बदलें, फिर इसे वापस लाएँ।',
  '{name} has the code {code} already': '{name} के पास कोड {code} पहले से है',
  'This company has the code {code} already': 'इस कंपनी के पास कोड {code} पहले से है',
  'The code {code} is there twice': 'कोड {code} दो बार है',
  'A code is taken': 'एक कोड पहले से इस्तेमाल में है',
  'A code needs something that can be seen': 'कोड में कुछ दिखने वाला होना चाहिए',
  'A single voucher has one code': 'एकल वाउचर का एक ही कोड होता है',
  'At most {count} codes at once; upload a file for more':
    'एक बार में ज़्यादा से ज़्यादा {count} कोड; ज़्यादा के लिए फ़ाइल अपलोड करें',
  'Add at least one code': 'कम से कम एक कोड जोड़ें',
  'Letters, digits and hyphens, at most {count}': 'अक्षर, अंक और हाइफ़न, ज़्यादा से ज़्यादा {count}',
  'There is no code': 'कोड नहीं है',
  'The code is longer than {count} characters': 'कोड {count} अक्षरों से लंबा है',
  'The code has a character that cannot be seen': 'कोड में ऐसा अक्षर है जो दिखता नहीं',
  'A spreadsheet has shortened this number: its digits are lost':
    'स्प्रेडशीट ने यह संख्या छोटी कर दी: इसके अंक खो गए',
  'This is a spreadsheet’s error, not a code': 'यह स्प्रेडशीट की ग़लती है, कोड नहीं',
  'The cost is not an amount of coins': 'लागत कॉइन की संख्या नहीं है',
  'The details are longer than {count} characters': 'विवरण {count} अक्षरों से लंबा है',

  'An address that starts with http:// or https:// and names no user or password':
    'ऐसा पता जो http:// या https:// से शुरू हो और जिसमें यूज़र या पासवर्ड न हो',
  'A code leads to an address or shows a picture, not both': 'कोड पता खोलता है या तस्वीर दिखाता है, दोनों नहीं',
  'This leads to a QR code that leads back to this one': 'यह ऐसे QR कोड पर ले जाता है जो वापस इसी पर आता है',
  'This is the address of this QR code itself': 'यह इसी QR कोड का अपना पता है',
  'Say where it leads, or choose a picture': 'बताएँ कि यह कहाँ ले जाए, या तस्वीर चुनें',
  'At most {count} labels at once': 'एक बार में ज़्यादा से ज़्यादा {count} लेबल',
  'At {size} mm at most {count} column fits': '{size} मि.मी. पर ज़्यादा से ज़्यादा {count} कॉलम आता है',
  'At {size} mm at most {count} columns fit': '{size} मि.मी. पर ज़्यादा से ज़्यादा {count} कॉलम आते हैं',
  'These columns need {size} mm, A4 has 210': 'इन कॉलम को {size} मि.मी. चाहिए, A4 में 210 हैं',
  'These rows need {size} mm, A4 has 297': 'इन पंक्तियों को {size} मि.मी. चाहिए, A4 में 297 हैं',
  'The code would be smaller than 10 mm': 'कोड 10 मि.मी. से छोटा होगा',
  'A page has {count} labels': 'एक पेज पर {count} लेबल हैं',
  'More than {count} QR codes cannot be sorted by their count':
    '{count} से ज़्यादा क्यूआर कोड को उनकी गिनती से क्रम में नहीं लगाया जा सकता',
} as const
