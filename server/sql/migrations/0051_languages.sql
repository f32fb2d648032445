-- Customers read pages and messages in their own language.
alter table configurations
  add column language text not null default 'en' constraint configurations_language_known check (language in ('en', 'hi', 'ar'));

-- Null: that of the shop. There was only one, so that nobody has chosen it: no row is written again.
alter table users drop column message_language;
alter table users
  add column message_language text constraint users_message_language check (message_language in ('en', 'hi', 'ar'));

-- What a shop has switched off in English stays off in each language.
insert into message_templates (fact, language, is_on, subject, body, short)
select n.fact, n.language, e.is_on, n.subject, n.body, n.short
from message_templates e join (values
  (1, 'order_taken', 'hi', '{shop_name}: आपका ऑर्डर #{order_number}',
   E'नमस्ते {first_name},\n\nआपके ऑर्डर #{order_number} ({order_title}) के लिए धन्यवाद। इसकी क़ीमत {order_total} है।\n\nदेने का समय: {promised}। यहाँ देखें कि ऑर्डर कहाँ तक पहुँचा, और हमें जवाब दें:\n{order_link}\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: आपका ऑर्डर #{order_number} ({order_total}) हमें मिल गया है। देने का समय: {promised}। {order_link}'),
  (2, 'ready', 'hi', 'आपका ऑर्डर #{order_number} तैयार है',
   E'नमस्ते {first_name},\n\nआपका ऑर्डर #{order_number} ({order_title}) तैयार है, आप ले जा सकते हैं। बाक़ी रक़म: {order_due}।\n\n{shop_name}\n{shop_address}\n{shop_phone}',
   '{shop_name}: आपका ऑर्डर #{order_number} तैयार है, आप ले जा सकते हैं। बाक़ी रक़म: {order_due}।'),
  (3, 'on_its_way', 'hi', 'आपका ऑर्डर #{order_number} रास्ते में है',
   E'नमस्ते {first_name},\n\nआपका ऑर्डर #{order_number} ({order_title}) रास्ते में है। लाने वाले: {delivered_by}। बाक़ी रक़म: {order_due}।\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: आपका ऑर्डर #{order_number} रास्ते में है। बाक़ी रक़म: {order_due}।'),
  (4, 'failed_attempt', 'hi', 'आपका ऑर्डर #{order_number} हम दे नहीं सके',
   E'नमस्ते {first_name},\n\nहम आपका ऑर्डर #{order_number} ({order_title}) लेकर आए थे, पर दे नहीं सके। हम फिर कोशिश करेंगे; समय तय करने के लिए हमें फ़ोन करें।\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: आपका ऑर्डर #{order_number} हम दे नहीं सके। समय तय करने के लिए {shop_phone} पर फ़ोन करें।'),
  (5, 'delivered', 'hi', 'आपका ऑर्डर #{order_number} पहुँचा दिया गया है',
   E'नमस्ते {first_name},\n\nआपका ऑर्डर #{order_number} ({order_title}) पहुँचा दिया गया है। धन्यवाद!\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: आपका ऑर्डर #{order_number} पहुँचा दिया गया है। धन्यवाद!'),
  (6, 'invoice', 'hi', '{shop_name} का इनवॉइस {invoice_number}',
   E'नमस्ते {first_name},\n\nहमने आपका इनवॉइस {invoice_number} जारी किया है, रक़म {invoice_total}। इसे यहाँ खोलें:\n{invoice_link}\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: आपका इनवॉइस {invoice_number} जारी हुआ, रक़म {invoice_total}। {invoice_link}'),
  (7, 'payment_reminder', 'hi', '{shop_name} में एक भुगतान बाक़ी है',
   E'नमस्ते {first_name},\n\nहमने जो आपको पहुँचाया, उसके {owed} अभी बाक़ी हैं। अगर आप चुका चुके हैं, तो कृपया इस संदेश पर ध्यान न दें।\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: हमने जो आपको पहुँचाया, उसके {owed} अभी बाक़ी हैं। कुछ पूछना है? {shop_phone}'),
  (8, 'plan_ending', 'hi', 'आपका प्लान {plan_name} जल्द पूरा होगा',
   E'नमस्ते {first_name},\n\nआपका प्लान {plan_name} {plan_ends} को पूरा होगा। इसके बाक़ी पेज: {plan_pages_left}।\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: आपका प्लान {plan_name} {plan_ends} को पूरा होगा। बाक़ी पेज: {plan_pages_left}।'),
  (9, 'coins_earned', 'hi', 'आपने {coins_earned} कॉइन कमाए',
   E'नमस्ते {first_name},\n\nऑर्डर #{order_number} से आपने {coins_earned} कॉइन कमाए। अब आपके पास {coin_balance} कॉइन हैं।\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: ऑर्डर #{order_number} से आपने {coins_earned} कॉइन कमाए। अब आपके पास {coin_balance} कॉइन हैं।'),
  (10, 'needs_answer', 'hi', 'आपके ऑर्डर #{order_number} के बारे में एक सवाल',
   E'नमस्ते {first_name},\n\nआपका ऑर्डर #{order_number} ({order_title}) छापने से पहले उसकी फ़ाइलों के बारे में हमारा एक सवाल है। कृपया यहाँ जवाब दें, या दूसरी फ़ाइल भेजें:\n{order_link}\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: ऑर्डर #{order_number} छापने से पहले हमारा एक सवाल है। {order_link}'),
  (11, 'order_taken', 'ar', 'طلبك رقم {order_number} لدى {shop_name}',
   E'مرحبا {first_name}،\n\nشكرا لك على طلبك رقم {order_number} ({order_title}). سعره {order_total}.\n\nالموعد: {promised}. تابع طلبك وأجبنا هنا:\n{order_link}\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: وصلنا طلبك رقم {order_number} ({order_total}). الموعد: {promised}. {order_link}'),
  (12, 'ready', 'ar', 'طلبك رقم {order_number} جاهز',
   E'مرحبا {first_name}،\n\nطلبك رقم {order_number} ({order_title}) جاهز للاستلام. المتبقي للدفع: {order_due}.\n\n{shop_name}\n{shop_address}\n{shop_phone}',
   '{shop_name}: طلبك رقم {order_number} جاهز للاستلام. المتبقي للدفع: {order_due}.'),
  (13, 'on_its_way', 'ar', 'طلبك رقم {order_number} في الطريق',
   E'مرحبا {first_name}،\n\nطلبك رقم {order_number} ({order_title}) في الطريق. يحضره {delivered_by}. المتبقي للدفع: {order_due}.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: طلبك رقم {order_number} في الطريق. المتبقي للدفع: {order_due}.'),
  (14, 'failed_attempt', 'ar', 'لم نتمكن من تسليم طلبك رقم {order_number}',
   E'مرحبا {first_name}،\n\nحاولنا توصيل طلبك رقم {order_number} ({order_title}) ولم نتمكن من تسليمه. سنحاول مرة أخرى؛ اتصل بنا لنتفق على موعد.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: لم نتمكن من تسليم طلبك رقم {order_number}. اتصل على {shop_phone} لنتفق على موعد.'),
  (15, 'delivered', 'ar', 'تم تسليم طلبك رقم {order_number}',
   E'مرحبا {first_name}،\n\nتم تسليم طلبك رقم {order_number} ({order_title}). شكرا لك!\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: تم تسليم طلبك رقم {order_number}. شكرا لك!'),
  (16, 'invoice', 'ar', 'الفاتورة {invoice_number} من {shop_name}',
   E'مرحبا {first_name}،\n\nأصدرنا فاتورتك {invoice_number} بمبلغ {invoice_total}. افتحها هنا:\n{invoice_link}\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: صدرت فاتورتك {invoice_number} بمبلغ {invoice_total}. {invoice_link}'),
  (17, 'payment_reminder', 'ar', 'لديك دفعة مستحقة لدى {shop_name}',
   E'مرحبا {first_name}،\n\nما زال عليك دفع {owed} عما سلمناه إليك. إذا كنت قد دفعت، فلا داعي للاهتمام بهذه الرسالة.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: ما زال عليك دفع {owed} عما سلمناه إليك. هل لديك أسئلة؟ {shop_phone}'),
  (18, 'plan_ending', 'ar', 'باقتك {plan_name} تنتهي قريبا',
   E'مرحبا {first_name}،\n\nتنتهي باقتك {plan_name} في {plan_ends}. الصفحات المتبقية منها: {plan_pages_left}.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: تنتهي باقتك {plan_name} في {plan_ends}. الصفحات المتبقية: {plan_pages_left}.'),
  (19, 'coins_earned', 'ar', 'كسبت عملات: {coins_earned}',
   E'مرحبا {first_name}،\n\nكسبت من طلبك رقم {order_number} عملات: {coins_earned}. رصيدك الآن: {coin_balance}.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: كسبت من الطلب رقم {order_number} عملات: {coins_earned}. رصيدك الآن: {coin_balance}.'),
  (20, 'needs_answer', 'ar', 'سؤال عن طلبك رقم {order_number}',
   E'مرحبا {first_name}،\n\nقبل أن نطبع طلبك رقم {order_number} ({order_title})، لدينا سؤال عن ملفاته. يرجى الإجابة هنا، أو إرسال ملف آخر:\n{order_link}\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: لدينا سؤال عن طلبك رقم {order_number} قبل أن نطبعه. {order_link}'),
  (21, 'order_code', 'hi', '{shop_name} के लिए आपका कोड: {code}',
   E'नमस्ते {first_name},\n\nआपका कोड {code} है। इसे उस पेज पर लिखें जहाँ आपने ऑर्डर माँगा था। यह 10 मिनट तक चलेगा।\n\nआपने कोई ऑर्डर नहीं माँगा? तो कृपया इस संदेश पर ध्यान न दें।\n\n{shop_name}\n{shop_phone}',
   '{shop_name} के लिए आपका कोड {code} है। यह 10 मिनट तक चलेगा। आपने कुछ नहीं माँगा? तो ध्यान न दें।'),
  (22, 'order_code', 'ar', 'رمزك لدى {shop_name}: {code}',
   E'مرحبا {first_name}،\n\nرمزك هو {code}. اكتبه في الصفحة التي طلبت منها. يصلح لمدة 10 دقائق.\n\nلم تطلب شيئا؟ إذن تجاهل هذه الرسالة.\n\n{shop_name}\n{shop_phone}',
   '{code} هو رمزك لدى {shop_name}. يصلح لمدة 10 دقائق. لم تطلب شيئا؟ تجاهل هذه الرسالة.')
) n (place, fact, language, subject, body, short) on n.fact = e.fact
where e.language = 'en' order by n.place;
