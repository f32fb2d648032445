/** Files that people send: prints, pictures, CSV. */
export const hindiFiles = {
  'The file is larger than {limit}': 'फ़ाइल {limit} से बड़ी है',
  'Send the file itself': 'फ़ाइल ही भेजें',
  'Choose a PNG picture': 'PNG तस्वीर चुनें',
  'Choose a CSV file': 'CSV फ़ाइल चुनें',
  'Send the picture as a data URL': 'तस्वीर को data URL के रूप में भेजें',
  'The picture must be a PNG': 'तस्वीर PNG होनी चाहिए',
  'The picture is broken': 'तस्वीर ख़राब है',
  'The photo is broken': 'फ़ोटो ख़राब है',
  'The picture is larger than {limit}': 'तस्वीर {limit} से बड़ी है',
  'The picture takes too much memory to open; save it smaller and try again':
    'तस्वीर खोलने में बहुत मेमोरी लगती है; उसे छोटा करके सहेजें और फिर कोशिश करें',
  'The picture takes too much time or memory to open; save it smaller and try again':
    'तस्वीर खोलने में बहुत समय या मेमोरी लगती है; उसे छोटा करके सहेजें और फिर कोशिश करें',
  '{name} needs LibreOffice on the server. Save it as PDF and upload that.':
    '{name} के लिए सर्वर पर LibreOffice चाहिए। इसे PDF के रूप में सहेजकर भेजें।',
  '{name} takes too much time or memory to convert; save it as PDF and upload that':
    '{name} को बदलने में बहुत समय या मेमोरी लगती है; इसे PDF के रूप में सहेजकर भेजें',
  '{name} cannot be read by LibreOffice; save it as PDF and upload that':
    '{name} को LibreOffice नहीं पढ़ सकता; इसे PDF के रूप में सहेजकर भेजें',
  '{name} is encrypted or of an old format; save it as PDF and upload that':
    '{name} एन्क्रिप्टेड है या पुराने फ़ॉर्मैट में है; इसे PDF के रूप में सहेजकर भेजें',
  '{name} is damaged and cannot be read': '{name} ख़राब है और पढ़ी नहीं जा सकती',
  '{name} is too large when it is unpacked; save it as PDF and upload that':
    '{name} खुलने पर बहुत बड़ी हो जाती है; इसे PDF के रूप में सहेजकर भेजें',
  '{name} has macros; save it as PDF and upload that': '{name} में मैक्रो हैं; इसे PDF के रूप में सहेजकर भेजें',
  '{name} takes too much time or memory to lay on sheets': '{name} को शीट पर लगाने में बहुत समय या मेमोरी लगती है',
  '{name}, page {page}, is damaged and cannot be laid on sheets':
    '{name} का पेज {page} ख़राब है और शीट पर नहीं लगाया जा सकता',
  '{name} is damaged and cannot be laid on sheets': '{name} ख़राब है और शीट पर नहीं लगाई जा सकती',

  'Only {endings} files are accepted': 'केवल ये फ़ाइलें ली जाती हैं: {endings}',
  'Line {line}: {why}': 'पंक्ति {line}: {why}',
  'This is a PDF file, not a CSV file': 'यह PDF फ़ाइल है, CSV नहीं',
  'This is a spreadsheet or a ZIP file, not a CSV file: save it as CSV first':
    'यह स्प्रेडशीट या ZIP फ़ाइल है, CSV नहीं: पहले इसे CSV के रूप में सहेजें',
  'This is a spreadsheet, not a CSV file: save it as CSV first':
    'यह स्प्रेडशीट है, CSV नहीं: पहले इसे CSV के रूप में सहेजें',
  'This line is longer than 64 KB': 'यह पंक्ति 64 KB से लंबी है',
  'A quoted cell has no end': 'उद्धरण चिह्न वाला एक सेल बंद नहीं हुआ',
  'A quotation mark stands where none can be': 'उद्धरण चिह्न ऐसी जगह है जहाँ नहीं हो सकता',
  'This is not a CSV file in UTF-8 or UTF-16 (after line {line}): save it as “CSV UTF-8”':
    'यह UTF-8 या UTF-16 की CSV फ़ाइल नहीं है (पंक्ति {line} के बाद): इसे “CSV UTF-8” के रूप में सहेजें',
  'This is not a CSV file in UTF-8 or UTF-16: save it as “CSV UTF-8”':
    'यह UTF-8 या UTF-16 की CSV फ़ाइल नहीं है: इसे “CSV UTF-8” के रूप में सहेजें',
  'This is not a CSV file: it has characters that no text has':
    'यह CSV फ़ाइल नहीं है: इसमें ऐसे अक्षर हैं जो टेक्स्ट में नहीं होते',
  'The file is empty': 'फ़ाइल ख़ाली है',
  'A file has at most {count} rows': 'फ़ाइल में ज़्यादा से ज़्यादा {count} पंक्तियाँ होती हैं',
  'The column “{name}” is not known. There are {columns}.':
    'कॉलम “{name}” पहचाना नहीं गया। कॉलम ये हैं: {columns}।',
  'The column {name} is there twice': 'कॉलम {name} दो बार है',
  'The column {name} is missing: the first line must name it':
    'कॉलम {name} नहीं है: पहली पंक्ति में उसका नाम होना चाहिए',
  'The line has more cells than the header': 'इस पंक्ति में हेडर से ज़्यादा सेल हैं',
} as const
