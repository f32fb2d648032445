/** Print jobs, sheets, printers, stock, counters of printers. */
export const hindiPrinting = {
  // Jobs.
  'A job that is {word} cannot be cancelled.': 'जो जॉब “{word}” है, उसे रद्द नहीं किया जा सकता।',
  'A job that is {word} cannot be held.': 'जो जॉब “{word}” है, उसे रोका नहीं जा सकता।',
  'A job that is {word} cannot be released.': 'जो जॉब “{word}” है, उसे छोड़ा नहीं जा सकता।',
  'A job that is {word} cannot be moved to the front.': 'जो जॉब “{word}” है, उसे सबसे आगे नहीं लाया जा सकता।',
  'This job is held. Release it.': 'यह जॉब रोका हुआ है। इसे छोड़ें।',
  'The job is on this printer already.': 'यह जॉब पहले से इसी प्रिंटर पर है।',
  'This job is not finished. Cancel it first.': 'यह जॉब पूरा नहीं हुआ। पहले इसे रद्द करें।',
  'All sides of this job are printed or in the queue.': 'इस जॉब की सभी तरफ़ छप चुकी हैं या क़तार में हैं।',
  'The order is cancelled.': 'ऑर्डर रद्द है।',
  'Its printer is deactivated. Activate it, or move the job to another one.':
    'इसका प्रिंटर निष्क्रिय है। उसे सक्रिय करें, या जॉब दूसरे प्रिंटर को दें।',
  Deactivated: 'निष्क्रिय',
  'The order was cancelled.': 'ऑर्डर रद्द कर दिया गया।',
  'The order was changed meanwhile. Try again.': 'इस बीच ऑर्डर बदल गया। फिर कोशिश करें।',
  'The order was changed since. Print the order itself.': 'इसके बाद ऑर्डर बदला गया। ऑर्डर को ही छापें।',
  'The order has no such file.': 'ऑर्डर में ऐसी कोई फ़ाइल नहीं है।',
  'The order has {count} copy': 'ऑर्डर में {count} प्रति है',
  'The order has {count} copies': 'ऑर्डर में {count} प्रतियाँ हैं',
  'The order has {count} copy.': 'ऑर्डर में {count} प्रति है।',
  'The order has {count} copies.': 'ऑर्डर में {count} प्रतियाँ हैं।',
  'The document has {count} side': 'दस्तावेज़ में {count} तरफ़ है',
  'The document has {count} sides': 'दस्तावेज़ में {count} तरफ़ हैं',
  'It is in the queue already. Wait for its job, or cancel it first.':
    'यह पहले से क़तार में है। इसके जॉब का इंतज़ार करें, या पहले उसे रद्द करें।',
  'It is printed or in the queue already.': 'यह छप चुका है या पहले से क़तार में है।',
  '{name} is printed in part. Print the rest from its job on the order’s page.':
    '{name} का एक हिस्सा छप चुका है। बाक़ी ऑर्डर के पेज पर उसके जॉब से छापें।',
  'The file is not stored any more.': 'फ़ाइल अब रखी हुई नहीं है।',
  '{name}: {why}': '{name}: {why}',
  '{word} does not know this job any more. {done} of {count} side were counted. Look at what it printed, then print what is missing.':
    '{word} अब इस जॉब को नहीं जानता। {count} में से {done} तरफ़ गिनी गई। देखें कि क्या छपा, फिर जो कम है उसे छापें।',
  '{word} does not know this job any more. {done} of {count} sides were counted. Look at what it printed, then print what is missing.':
    '{word} अब इस जॉब को नहीं जानता। {count} में से {done} तरफ़ गिनी गईं। देखें कि क्या छपा, फिर जो कम है उसे छापें।',
  'Printed with errors. Look at what {word} printed.': 'छपाई में ग़लतियाँ हुईं। देखें कि {word} ने क्या छापा।',
  'Cancelled at {word}.': '{word} पर रद्द किया गया।',
  'Out of paper. Load {paper} into {word}; it goes on by itself.':
    'काग़ज़ ख़त्म है। {word} में {paper} डालें; छपाई अपने आप चलेगी।',
  '{why}. It goes on by itself once {word} works again.': '{why}। {word} के फिर चलने पर छपाई अपने आप चलेगी।',
  'Held at {word}. Release it there.': '{word} पर रोका हुआ है। वहीं से छोड़ें।',
  'Moved from {word} to {wordTo}, which prints the rest.': '{word} से {wordTo} पर भेजा गया, जो बाक़ी छापेगा।',
  'The rest of job {number}': 'जॉब {number} का बाक़ी हिस्सा',
  'This job has begun, or has ended already, so it was left as it is.':
    'यह जॉब शुरू या पूरा हो चुका है, इसलिए उसे वैसा ही रहने दिया गया।',

  // Why a printer does not fit.
  'It prints no colour.': 'यह रंगीन नहीं छापता।',
  'It prints on one side only.': 'यह केवल एक तरफ़ छापता है।',
  'It has no {paper} paper.': 'इसमें {paper} काग़ज़ नहीं है।',
  'It takes no PDF files.': 'यह PDF फ़ाइलें नहीं लेता।',
  'It prints one copy at a time.': 'यह एक बार में एक प्रति छापता है।',
  'It prints at most {count} copies at a time.': 'यह एक बार में ज़्यादा से ज़्यादा {count} प्रतियाँ छापता है।',
  'It does not answer.': 'यह जवाब नहीं देता।',
  'It is stopped.': 'यह रुका हुआ है।',
  'It takes no jobs at the moment.': 'यह अभी जॉब नहीं लेता।',
  'No {paper} paper is loaded.': '{paper} काग़ज़ डला हुआ नहीं है।',

  // Printers and what they say.
  'No printer can be at this address. One looks like {address}':
    'इस पते पर प्रिंटर नहीं हो सकता। पता ऐसा होता है: {address}',
  'An address begins with ipp:// or ipps://, such as {address}':
    'पता ipp:// या ipps:// से शुरू होता है, जैसे {address}',
  'This is not a SHA-256 fingerprint (AB:CD:…)': 'यह SHA-256 फ़िंगरप्रिंट नहीं है (AB:CD:…)',
  'A user name has no colon': 'यूज़र नेम में कोलन नहीं होता',
  'Choose at least one paper size': 'काग़ज़ का कम से कम एक साइज़ चुनें',
  'This is not a paper size': 'यह काग़ज़ का साइज़ नहीं है',
  'Type the password again, because the address is another one': 'पासवर्ड फिर से लिखें, क्योंकि पता दूसरा है',
  'The network cannot be searched from this machine ({code}). Type the address instead.':
    'इस मशीन से नेटवर्क में खोज नहीं हो सकती ({code})। पता ख़ुद लिखें।',
  'This printer has print jobs and cannot be deleted. Deactivate it instead.':
    'इस प्रिंटर के प्रिंट जॉब हैं, इसे हटाया नहीं जा सकता। इसे निष्क्रिय करें।',
  'The shop was started in a new place. Until a super admin says whether it moved there or is a copy, it talks to no printer and calls no webhook.':
    'दुकान का सॉफ़्टवेयर नई जगह पर चालू हुआ है। जब तक सुपर एडमिन नहीं बताता कि वह वहाँ गया है या उसकी नक़ल है, वह किसी प्रिंटर या वेबहुक से बात नहीं करता।',
  'The printer asks for a user name and a password.': 'प्रिंटर यूज़र नेम और पासवर्ड माँगता है।',
  'The printer asks for a password by {scheme}, which is not supported: allow Basic at the printer.':
    'प्रिंटर {scheme} से पासवर्ड माँगता है, जो यहाँ नहीं चलता: प्रिंटर पर Basic चालू करें।',
  'The printer’s answer cannot be read: {why}': 'प्रिंटर का जवाब पढ़ा नहीं जा सका: {why}',
  'The printer cannot print files of the type {type}.': 'प्रिंटर {type} प्रकार की फ़ाइलें नहीं छाप सकता।',
  'There is no job for this document.': 'इस दस्तावेज़ का कोई जॉब नहीं है।',
  'The printer refuses this user name and password.': 'प्रिंटर ने यह यूज़र नेम और पासवर्ड नहीं माना।',
  'The printer does not allow this user to do that.': 'प्रिंटर इस यूज़र को यह करने नहीं देता।',
  'The printer does not know this job.': 'प्रिंटर इस जॉब को नहीं जानता।',
  'The printer does not know this job any more.': 'प्रिंटर अब इस जॉब को नहीं जानता।',
  'The printer cannot do this now.': 'प्रिंटर अभी यह नहीं कर सकता।',
  'The printer cannot print this kind of file.': 'प्रिंटर इस तरह की फ़ाइल नहीं छाप सकता।',
  'The printer cannot read this file.': 'प्रिंटर यह फ़ाइल नहीं पढ़ सकता।',
  'The file is too large for the printer.': 'फ़ाइल प्रिंटर के लिए बहुत बड़ी है।',
  'The options of the job cannot be combined on this printer.': 'जॉब के विकल्प इस प्रिंटर पर एक साथ नहीं चल सकते।',
  'The printer cannot do this.': 'प्रिंटर यह नहीं कर सकता।',
  'The printer has a fault: look at its display.': 'प्रिंटर में ख़राबी है: उसकी स्क्रीन देखें।',
  'The printer accepts no jobs at the moment.': 'प्रिंटर अभी जॉब नहीं लेता।',
  'The printer is busy.': 'प्रिंटर व्यस्त है।',
  'The printer is not ready.': 'प्रिंटर तैयार नहीं है।',
  'The printer has a fault that passes.': 'प्रिंटर में अस्थायी ख़राबी है।',
  'The printer’s queue is full.': 'प्रिंटर की क़तार भरी है।',
  'The printer cannot do what the job asks for: {word}.': 'जॉब जो माँगता है, प्रिंटर वह नहीं कर सकता: {word}।',
  'no reason given': 'कारण नहीं बताया',
  'The printer refuses: {reason}.': 'प्रिंटर ने मना किया: {reason}।',
  'it is too short.': 'वह बहुत छोटा है।',
  'it is too long.': 'वह बहुत लंबा है।',
  'it has no attributes.': 'उसमें कोई गुण नहीं है।',
  'a collection does not end.': 'एक संग्रह पूरा नहीं होता।',
  'an attribute has a wrong form.': 'एक गुण का रूप ग़लत है।',
  'an attribute is too long.': 'एक गुण बहुत लंबा है।',
  'a text has a wrong length.': 'एक टेक्स्ट की लंबाई ग़लत है।',
  'it ends too early.': 'वह समय से पहले ख़त्म होता है।',
  'it does not say how the job is.': 'उसमें जॉब की स्थिति नहीं है।',
  'it does not say how the printer is.': 'उसमें प्रिंटर की स्थिति नहीं है।',
  'it belongs to another request.': 'वह दूसरे अनुरोध का है।',
  'it is not a message of IPP.': 'वह IPP संदेश नहीं है।',
  'there is no printer under {path}.': '{path} पर कोई प्रिंटर नहीं है।',
  'HTTP status {status}.': 'HTTP स्टेटस {status}।',
  'it is {type}, not IPP.': 'वह {type} है, IPP नहीं।',
  'it is not HTTP.': 'वह HTTP नहीं है।',
  'The printer prints one copy of a document at a time.': 'प्रिंटर एक बार में दस्तावेज़ की एक प्रति छापता है।',
  'The printer prints at most {count} copies at a time.':
    'प्रिंटर एक बार में ज़्यादा से ज़्यादा {count} प्रतियाँ छापता है।',
  'The printer cannot print a part of a document.': 'प्रिंटर दस्तावेज़ का हिस्सा नहीं छाप सकता।',
  'The printer cannot hold jobs.': 'प्रिंटर जॉब रोक नहीं सकता।',
  'The printer takes no {media} paper.': 'प्रिंटर {media} काग़ज़ नहीं लेता।',
  'The printer does not sort copies: print them one by one.':
    'प्रिंटर प्रतियाँ क्रम से नहीं लगाता: उन्हें एक-एक करके छापें।',
  'The printer prints black and white only.': 'प्रिंटर केवल ब्लैक ऐंड व्हाइट छापता है।',
  'The printer cannot print on both sides.': 'प्रिंटर दोनों तरफ़ नहीं छाप सकता।',
  'The printer does not let this server in.': 'प्रिंटर इस सर्वर को अंदर नहीं आने देता।',
  'The printer wants an encrypted connection: use ipps://.': 'प्रिंटर को एन्क्रिप्टेड कनेक्शन चाहिए: ipps:// लिखें।',
  'The request was given up.': 'अनुरोध छोड़ दिया गया।',
  'The printer did not answer within {count} seconds.': 'प्रिंटर ने {count} सेकंड में जवाब नहीं दिया।',
  'Nothing answers at this address: the printer is off, or the port is wrong.':
    'इस पते से जवाब नहीं मिलता: प्रिंटर बंद है, या पोर्ट ग़लत है।',
  'No device has this name.': 'इस नाम का कोई डिवाइस नहीं है।',
  'The name of the printer cannot be looked up at the moment.': 'प्रिंटर का नाम अभी खोजा नहीं जा सकता।',
  'The printer cannot be reached: it is off, or not in this network.':
    'प्रिंटर से संपर्क नहीं हो सका: वह बंद है, या इस नेटवर्क में नहीं है।',
  'The printer cannot be reached: it is not in this network.':
    'प्रिंटर से संपर्क नहीं हो सका: वह इस नेटवर्क में नहीं है।',
  'The printer cannot be reached ({code}).': 'प्रिंटर से संपर्क नहीं हो सका ({code})।',
  'The printer did not answer.': 'प्रिंटर ने जवाब नहीं दिया।',
  'The printer closed the connection.': 'प्रिंटर ने कनेक्शन बंद कर दिया।',
  'The printer does not speak TLS here: try ipp:// instead of ipps://.':
    'प्रिंटर यहाँ TLS नहीं समझता: ipps:// की जगह ipp:// लिखें।',
  'This is an address of the demo: there is no printer.': 'यह डेमो का पता है: वहाँ कोई प्रिंटर नहीं है।',
  'The printer shows another certificate than the one that was accepted.':
    'प्रिंटर ने स्वीकार किए गए सर्टिफ़िकेट से अलग सर्टिफ़िकेट दिखाया।',
  'The printer signs its own certificate, which nobody has accepted yet.':
    'प्रिंटर का सर्टिफ़िकेट उसका अपना है, जिसे अभी किसी ने स्वीकार नहीं किया।',
  'This is not an address such as {address}.': 'यह {address} जैसा पता नहीं है।',
  'There is no printer at the address of {word}.': '{word} के पते पर कोई प्रिंटर नहीं है।',
  'The printer dropped the job before it had its document.': 'दस्तावेज़ मिलने से पहले ही प्रिंटर ने जॉब छोड़ दिया।',
  'Type the password again: it was kept with another key.': 'पासवर्ड फिर से लिखें: वह दूसरी की से रखा गया था।',

  // Pages and sheets.
  'A booklet is printed on both sides': 'पुस्तिका दोनों तरफ़ छपती है',
  'Pages are named for {count} files, but there is {given}': '{count} फ़ाइलों के पेज बताए गए, पर फ़ाइल {given} है',
  'Pages are named for {count} files, but there are {given}': '{count} फ़ाइलों के पेज बताए गए, पर फ़ाइलें {given} हैं',
  '“{part}” is no page; write pages as 1-3,7': '“{part}” कोई पेज नहीं है; पेज ऐसे लिखें: 1-3,7',
  'Write {first}-{last} instead of {part}': '{part} की जगह {first}-{last} लिखें',
  'The first page is 1': 'पहला पेज 1 है',
  'There is no page {page}; the last is {last}': 'पेज {page} नहीं है; आख़िरी पेज {last} है',
  'Page {page} is named twice': 'पेज {page} दो बार बताया गया है',
  '{name}: page {pages} is not {paper} ({size} mm)': '{name}: पेज {pages} {paper} नहीं है ({size} मि.मी.)',
  '{name}: pages {pages} are not {paper} ({size} mm)': '{name}: पेज {pages} {paper} नहीं हैं ({size} मि.मी.)',

  // Stock, costs and counters.
  'This item has a history and cannot be deleted. Deactivate it instead.':
    'इस सामान का रिकॉर्ड है, इसे हटाया नहीं जा सकता। इसे निष्क्रिय करें।',
  'This item is not in use. Activate it before you enter a delivery.':
    'यह सामान इस्तेमाल में नहीं है। माल दर्ज करने से पहले इसे सक्रिय करें।',
  'Choose paper or toner': 'काग़ज़ या टोनर चुनें',
  'Choose the size of the paper': 'काग़ज़ का साइज़ चुनें',
  'Paper belongs to no printer': 'काग़ज़ किसी एक प्रिंटर का नहीं होता',
  'This is for toner only': 'यह केवल टोनर के लिए है',
  'Choose the printer of the toner': 'टोनर का प्रिंटर चुनें',
  'Toner has no paper size': 'टोनर का काग़ज़ का साइज़ नहीं होता',
  'This is for paper only': 'यह केवल काग़ज़ के लिए है',
  'At most {amount} for one sheet or side': 'एक शीट या तरफ़ के लिए ज़्यादा से ज़्यादा {amount}',
  '{name}: jobs used more than was entered. Count what is there.':
    '{name}: जितना दर्ज था, जॉब में उससे ज़्यादा लगा। जो है उसे गिनें।',
  '{name}: none left.': '{name}: कुछ नहीं बचा।',
  '{name}: {count} sheets left, and this needs {needed}.': '{name}: {count} शीट बची हैं, और इसमें {needed} लगेंगी।',
  '{name}: only {count} sheets left.': '{name}: केवल {count} शीट बची हैं।',
  '{name}: only {count} sides left.': '{name}: केवल {count} तरफ़ बची हैं।',
  'No printer counts that far': 'कोई प्रिंटर इतना नहीं गिनता',
  'The reading before says {count}, and a counter goes back only on a new machine. Check the number; if it is right, confirm it.':
    'पिछली रीडिंग {count} है, और काउंटर केवल नई मशीन पर पीछे जाता है। संख्या जाँचें; सही हो तो पुष्टि करें।',
  'The reading before says {count}: this is {more} side more, and print jobs printed {printed} of them. Check the number; if it is right, confirm it.':
    'पिछली रीडिंग {count} है: यह {more} तरफ़ ज़्यादा है, और प्रिंट जॉब ने उनमें से {printed} छापी। संख्या जाँचें; सही हो तो पुष्टि करें।',
  'The reading before says {count}: this is {more} sides more, and print jobs printed {printed} of them. Check the number; if it is right, confirm it.':
    'पिछली रीडिंग {count} है: यह {more} तरफ़ ज़्यादा है, और प्रिंट जॉब ने उनमें से {printed} छापीं। संख्या जाँचें; सही हो तो पुष्टि करें।',
  'The reading after it says only {count}. Check the number; if it is right, confirm it.':
    'इसके बाद की रीडिंग केवल {count} है। संख्या जाँचें; सही हो तो पुष्टि करें।',
  '{word} gave it up.': '{word} ने इसे छोड़ दिया।',
  '{word} gave it up: {why}.': '{word} ने इसे छोड़ दिया: {why}।',
  '{word} gave it up: {said}.': '{word} ने इसे छोड़ दिया: {said}।',
  '{word} is stopped. It goes on by itself once {wordAgain} works again.':
    '{word} रुका हुआ है। {wordAgain} के फिर चलने पर छपाई अपने आप चलेगी।',
} as const
