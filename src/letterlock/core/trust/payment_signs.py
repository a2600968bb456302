"""Signs of fraud that asks for money in the name of somebody known (business e-mail compromise), in many languages."""

# ruff: noqa: E501 (patterns are data; a broken line would hide their parts)

from letterlock.core.trust.sign import Sign, sign

PAYMENT_SIGNS: tuple[Sign, ...] = (
    sign(
        "asks for gift cards and their codes",
        0.6,
        r"\b(?:gift ?cards?|(?:itunes|google play|steam|apple|amazon) cards?|geschenkkarten|gutscheinkarten|cartes?[- ]cadeaux?|tarjetas? (?:de )?regalo|carte regalo|cartões? (?:de )?presente|cadeaukaart\w{0,2}|kart\w{0,2} podarunkow\w{0,3}|подарочн\w{1,3} карт\w{0,3})\b[^\n]{0,160}?\b(?:scratch|photos? of|pictures? of|send (?:me|us|them)|codes?|reimburse|rubbel\w{0,3}|fotos?|grattez|codes|photo|rasp\w{1,4}|foto|zdj\w{0,4}|kod\w{0,3}|сфотограф\w{0,6}|код\w{0,2})\b",
        "gift card|giftcard|itunes|google play|steam|apple card|amazon card|geschenkkarte|gutscheinkarte|cadeau|regalo|presente|podarunk|подароч",
    ),
    sign(
        "says that bank details have changed",
        0.5,
        r"\b(?:(?:have |has |had |just )?(?:changed|switched|updated)|new|change|update)\b[^.!?\n]{0,40}\b(?:bank(?:ing)? (?:accounts?|details|information)|iban|direct deposit|routing number|payment details|remittance (?:details|account))\b|\b(?:bank(?:ing)? (?:account|details)|direct deposit)\b[^.!?\n]{0,40}\b(?:changed|be (?:changed|updated))\b"
        r"|\b(?:neue[nrs]?|geänderte[nrs]?|aktualisierte[nrs]?)\b[^.!?\n]{0,30}\b(?:bankverbindung|kontoverbindung|kontodaten|iban)\b|\b(?:bankverbindung|kontoverbindung|iban)\b[^.!?\n]{0,40}\bgeändert\b"
        r"|\b(?:nouve(?:au|l|lles?)|changé|modifié)\b[^.!?\n]{0,40}\b(?:rib|iban|coordonnées bancaires|compte bancaire)\b|\b(?:rib|coordonnées bancaires)\b[^.!?\n]{0,40}\b(?:changé|modifié)"
        r"|\b(?:nuev[ao]s?|cambi\w{1,5}|actualiz\w{1,6}|nuov[oei]|modificat\w|aggiorn\w{1,5}|nov[ao]s?|alter\w{1,6})\b[^.!?\n]{0,40}\b(?:cuenta bancaria|datos bancarios|iban|coordinate bancarie|conto (?:corrente|bancario)|dados bancários|conta bancária)\b"
        r"|\b(?:nieuwe?|gewijzigde?)\b[^.!?\n]{0,40}\b(?:rekeningnummer|iban|bankgegevens)\b|\b(?:nowy|nowe|zmian\w|zmienił\w{0,3})\b[^.!?\n]{0,40}\b(?:numer\w{0,2} (?:konta|rachunku)|rachun\w{1,4}|iban)\b"
        r"|(?:нов|измен|смен)\w{0,8}[^.!?\n]{0,30}(?:реквизит|банковск)\w{0,4}|(?:振込先|お?振込口座|口座情報)[^。\n]{0,14}(?:変更|新し)|(?:收款|银行|匯款|汇款)[账帳][户戶号號][^。\n]{0,12}(?:变更|變更|更改|更新)",
        "bank acc|bank det|bank inf|banking|iban|direct deposit|routing number|payment details|remittance|bankverbindung|kontoverbindung|kontodaten|=rib|coordonnées|compte bancaire|cuenta bancaria|datos banc|coordinate banc|conto corr|conto banc|dados banc|conta banc|rekeningnummer|bankgegevens|numer|rachun|реквизит|банковск|振込|口座|账户|账号|帳戶|帳號|账户|收款",
    ),
    sign(
        "asks for a payment in haste or in confidence",
        0.5,
        r"\b(?:process|make|send|initiate|arrange|handle|set up|complete|release|need)\b[^.!?\n]{0,40}\b(?:wire|(?:bank |wire )?transfer|payment)\b[^\n]{0,120}?\b(?:today|immediately|urgent(?:ly)?|asap|right away|confidential(?:ly)?|discreet(?:ly)?|do not (?:discuss|mention|tell)|before (?:noon|close|end of (?:day|business)))\b"
        r"|\b(?:überweis\w{0,5}|zahlung)\b[^!?\n]{0,80}\b(?:heute noch|sofort|umgehend|dringend|vertraulich|diskret)\b|\bvirement\b[^!?\n]{0,80}\b(?:aujourd['’]hui|urgent|immédiat\w{0,6}|confidentiel\w{0,3})\b"
        r"|\b(?:transferencia|transferência|bonifico|overboeking|overschrijving|przelew\w{0,2})\b[^!?\n]{0,80}\b(?:hoy mismo|hoje|urgente|confidencial|oggi|riservat\w|vandaag|dringend|vertrouwelijk|dzisiaj|dziś|piln\w{1,2}|poufn\w{1,2})\b"
        r"|(?:перевод|платеж|платёж)\w{0,2}[^!?\n]{0,60}(?:срочно|сегодня|конфиденциальн)|(?:振込|送金)[^。\n]{0,30}(?:至急|本日中|内密)|(?:转账|汇款|轉帳|匯款)[^。\n]{0,30}(?:今天|立即|紧急|緊急|保密)",
        "wire|transfer|payment|überweis|zahlung|virement|transferencia|transferência|bonifico|overboeking|overschrijving|przelew|перевод|плат|振込|送金|转账|汇款|轉帳|匯款",
        "today|immediate|urgent|asap|right away|confiden|discreet|do not|before |heute|sofort|umgehend|dringend|vertraulich|diskret|aujourd|immédiat|hoy|hoje|oggi|riservat|vandaag|vertrouwelijk|dzisiaj|dziś|piln|poufn|срочно|сегодня|конфиденц|至急|本日|内密|今天|立即|紧急|緊急|保密",
    ),
    sign(
        "asks whether one is there for a task",
        0.4,
        r"\bare you (?:at your desk|available|in the office|free(?: right)? now|around)\b[^\n]{0,160}?\b(?:task|favou?r|handle|errand|discreet\w{0,2}|urgent\w{0,2}|reply|e-?mail (?:me|only)|no calls)\b"
        r"|\b(?:quick|urgent|small|confidential) (?:task|favou?r|errand)\b[^\n]{0,80}?\b(?:for you|handle|now|today|discreet\w{0,2})\b|\bin a meeting\b[^\n]{0,60}?\b(?:can['’]?t|cannot|no) (?:talk|call|calls|phone|take calls)\b"
        r"|\bsind sie (?:im büro|am platz|verfügbar|erreichbar)\b[^\n]{0,140}?\b(?:aufgabe|gefallen|dringend|vertraulich|erledigen)\b|\bêtes[- ]vous (?:disponible|au bureau)\b[^\n]{0,140}?\b(?:tâche|service|urgent\w?|confidentiel\w{0,3})\b"
        r"|\b(?:está|estás|sei|è|ben je|bent u|czy jesteś) (?:disponible|en la oficina|disponível|disponibile|in ufficio|beschikbaar|op kantoor|dostępn\w|w biurze)\b[^\n]{0,140}?\b(?:tarea|favor|urgente|tarefa|compito|favore|taak|dringend|zadani\w|piln\w{1,2})\b",
        "are you|quick|urgent|small|confidential|in a meeting|sind sie|vous|está|estás|sei|è|ben je|bent u|jesteś",
    ),
)
