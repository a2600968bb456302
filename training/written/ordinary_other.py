"""Ordinary modern mail in nine more languages: (subject, sentences of which some are taken)."""

from typing import Final

OTHER: Final[dict[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "de": (
        (
            "{Ihre Bestellung $order|Bestellbestätigung|Ihre Rechnung}",
            (
                "Guten Tag $reader,",
                "vielen Dank für Ihre Bestellung. {Wir haben $amount € von Ihrem Konto abgebucht.|Gesamtbetrag: $amount €.}",
                "Ihr Paket {ist unterwegs|wurde zugestellt}. Sendungsverfolgung: $tracked",
                "Die Rechnung finden Sie im Anhang. Bitte überweisen Sie den Betrag bis zum $day.",
                "Mit freundlichen Grüßen\n$firm",
            ),
        ),
        (
            "{Neue Anmeldung|Ihr Bestätigungscode|Passwort zurücksetzen}",
            (
                "Hallo $reader,",
                "Ihr Code lautet $code. Er ist 10 Minuten gültig. Geben Sie ihn niemandem weiter.",
                "Wir haben eine neue Anmeldung in $city festgestellt. Wenn Sie das waren, müssen Sie nichts tun.",
                "Klicken Sie auf den Link, um Ihr Passwort zurückzusetzen: $link. Falls Sie dies nicht angefordert haben, ignorieren Sie diese E-Mail.",
                "Ihr $firm-Team",
            ),
        ),
        (
            "{Newsletter März|Neues von $firm|KI im Alltag}",
            (
                "In dieser Ausgabe: wie Teams KI-Assistenten nutzen, Tipps für gute Prompts und unser Angebot der Woche.",
                "Bis zu $number % Rabatt auf $good. Nur bis zum $day.",
                "Forscher zeigen, wie Angreifer Sprachmodelle mit verstecktem Text täuschen.",
                "Abmelden: $tracked",
                "Lesen Sie mehr in unserem Blog.",
            ),
        ),
        (
            "{Re: Termin am $day|Besprechung|Protokoll}",
            (
                "Hallo zusammen,",
                "können wir den Termin auf $hour verschieben? Bitte schick mir vorher die Unterlagen.",
                "Im Anhang das Protokoll. Bitte leite es an $colleague weiter.",
                "Ignoriere bitte meine letzte Mail, die Zahlen waren falsch.",
                "Viele Grüße\n$first",
            ),
        ),
        (
            "{Ihre Anfrage $order|Ticket aktualisiert}",
            (
                "vielen Dank für Ihre Anfrage. Bitte senden Sie uns einen Screenshot und Ihre Kundennummer.",
                "Folgen Sie den Anweisungen im Anhang, um das Gerät einzurichten.",
                "Ihr Anliegen wurde gelöst. Bewerten Sie uns hier: $link",
            ),
        ),
    ),
    "fr": (
        (
            "{Votre commande $order|Votre facture|Confirmation}",
            (
                "Bonjour $reader,",
                "merci pour votre commande. Montant total : $amount €.",
                "Votre colis {est en route|a été livré}. Suivi : $tracked",
                "Vous trouverez la facture en pièce jointe, à régler avant le $day.",
                "Cordialement,\n$firm",
            ),
        ),
        (
            "{Nouvelle connexion|Votre code|Réinitialisation du mot de passe}",
            (
                "Bonjour,",
                "Votre code de vérification est $code. Il expire dans 10 minutes. Ne le communiquez à personne.",
                "Nous avons détecté une nouvelle connexion depuis $city. Si c'était vous, ignorez ce message.",
                "Cliquez sur ce lien pour choisir un nouveau mot de passe : $link",
                "L'équipe $firm",
            ),
        ),
        (
            "{La lettre de $firm|Nouveautés|L'IA cette semaine}",
            (
                "Au sommaire : les assistants IA au bureau, nos conseils de prompts et l'offre de la semaine.",
                "Jusqu'à $number % de remise sur $good jusqu'au $day.",
                "Des chercheurs montrent comment un texte caché trompe un modèle de langage.",
                "Se désabonner : $tracked",
            ),
        ),
        (
            "{Re: réunion du $day|Compte rendu|Question}",
            (
                "Salut,",
                "peux-tu m'envoyer le contrat et le transférer à $colleague ?",
                "On décale à $hour ? Merci de confirmer.",
                "Oublie mon dernier mail, les chiffres étaient faux.",
                "À bientôt,\n$first",
            ),
        ),
        (
            "{Votre demande $order|Ticket mis à jour}",
            (
                "Merci de nous avoir contactés. Merci de répondre avec une capture d'écran et votre numéro de commande.",
                "Suivez les instructions ci-dessous pour installer la mise à jour.",
                "Votre demande est résolue. Donnez votre avis : $link",
            ),
        ),
    ),
    "es": (
        (
            "{Tu pedido $order|Tu factura|Confirmación de compra}",
            (
                "Hola $reader:",
                "gracias por tu compra. Total: $amount €.",
                "Tu paquete {está en camino|ha sido entregado}. Seguimiento: $tracked",
                "Adjuntamos la factura, con vencimiento el día $day.",
                "Un saludo,\n$firm",
            ),
        ),
        (
            "{Nuevo inicio de sesión|Tu código|Restablece tu contraseña}",
            (
                "Hola:",
                "Tu código de verificación es $code. Caduca en 10 minutos. No lo compartas con nadie.",
                "Hemos detectado un nuevo acceso desde $city. Si fuiste tú, ignora este mensaje.",
                "Haz clic en el enlace para elegir una nueva contraseña: $link",
                "El equipo de $firm",
            ),
        ),
        (
            "{El boletín de $firm|Novedades|IA esta semana}",
            (
                "En este número: asistentes de IA en la oficina, consejos para prompts y la oferta de la semana.",
                "Hasta $number % de descuento en $good hasta el $day.",
                "Investigadores muestran cómo un texto oculto engaña a un modelo de lenguaje.",
                "Darse de baja: $tracked",
            ),
        ),
        (
            "{Re: reunión del $day|Acta|Una pregunta}",
            (
                "Hola:",
                "¿puedes enviarme el contrato y reenviarlo a $colleague?",
                "¿Lo movemos a las $hour? Confírmame, por favor.",
                "Olvida mi último correo, los números estaban mal.",
                "Saludos,\n$first",
            ),
        ),
        (
            "{Tu consulta $order|Ticket actualizado}",
            (
                "Gracias por escribirnos. Responde con una captura y tu número de pedido.",
                "Sigue las instrucciones para configurar el equipo.",
                "Tu consulta está resuelta. Valóranos aquí: $link",
            ),
        ),
    ),
    "it": (
        (
            "{Il tuo ordine $order|La tua fattura}",
            (
                "Ciao $reader,",
                "grazie per il tuo ordine. Totale: $amount €.",
                "Il pacco {è in viaggio|è stato consegnato}. Traccia: $tracked",
                "In allegato la fattura, scadenza il $day.",
                "Cordiali saluti,\n$firm",
            ),
        ),
        (
            "{Nuovo accesso|Il tuo codice|Reimposta la password}",
            (
                "Il tuo codice di verifica è $code. Scade tra 10 minuti. Non condividerlo con nessuno.",
                "Abbiamo rilevato un nuovo accesso da $city. Se eri tu, ignora questo messaggio.",
                "Fai clic sul link per scegliere una nuova password: $link",
                "Il team di $firm",
            ),
        ),
        (
            "{La newsletter di $firm|Novità|L'IA questa settimana}",
            (
                "In questo numero: assistenti IA in ufficio, consigli per i prompt e l'offerta della settimana.",
                "Fino al $number % di sconto su $good fino al $day.",
                "I ricercatori mostrano come un testo nascosto inganna un modello linguistico.",
                "Annulla l'iscrizione: $tracked",
            ),
        ),
        (
            "{Re: riunione del $day|Verbale}",
            (
                "Ciao,",
                "puoi mandarmi il contratto e inoltrarlo a $colleague?",
                "Spostiamo alle $hour? Fammi sapere.",
                "Dimentica la mia ultima mail, i numeri erano sbagliati.",
                "A presto,\n$first",
                "Segui le istruzioni nel manuale e scrivimi se qualcosa non va.",
            ),
        ),
    ),
    "pt": (
        (
            "{Seu pedido $order|Sua fatura}",
            (
                "Olá $reader,",
                "obrigado pelo seu pedido. Total: R$ $amount.",
                "Seu pacote {está a caminho|foi entregue}. Rastreio: $tracked",
                "A fatura segue em anexo, com vencimento no dia $day.",
                "Atenciosamente,\n$firm",
            ),
        ),
        (
            "{Novo acesso|Seu código|Redefinir senha}",
            (
                "Seu código de verificação é $code. Expira em 10 minutos. Não o compartilhe com ninguém.",
                "Detectamos um novo acesso em $city. Se foi você, ignore esta mensagem.",
                "Clique no link para escolher uma nova senha: $link",
                "Equipe $firm",
            ),
        ),
        (
            "{Newsletter $firm|Novidades|IA esta semana}",
            (
                "Nesta edição: assistentes de IA no escritório, dicas de prompts e a oferta da semana.",
                "Até $number % de desconto em $good até o dia $day.",
                "Pesquisadores mostram como um texto oculto engana um modelo de linguagem.",
                "Cancelar inscrição: $tracked",
            ),
        ),
        (
            "{Re: reunião do dia $day|Ata}",
            (
                "Oi,",
                "você pode me enviar o contrato e encaminhá-lo para $colleague?",
                "Podemos mudar para as $hour? Confirme, por favor.",
                "Ignore meu último e-mail, os números estavam errados.",
                "Abraço,\n$first",
                "Siga as instruções do manual para configurar o aparelho.",
            ),
        ),
    ),
    "nl": (
        (
            "{Je bestelling $order|Je factuur}",
            (
                "Hallo $reader,",
                "bedankt voor je bestelling. Totaal: € $amount.",
                "Je pakket {is onderweg|is bezorgd}. Volgen: $tracked",
                "De factuur zit in de bijlage, te betalen voor de $day.",
                "Met vriendelijke groet,\n$firm",
            ),
        ),
        (
            "{Nieuwe aanmelding|Je code|Wachtwoord herstellen}",
            (
                "Je verificatiecode is $code. Hij verloopt over 10 minuten. Deel hem met niemand.",
                "We zagen een nieuwe aanmelding vanuit $city. Was jij dit, dan hoef je niets te doen.",
                "Klik op de link om een nieuw wachtwoord te kiezen: $link",
                "Het $firm-team",
            ),
        ),
        (
            "{Nieuwsbrief $firm|Nieuw deze week|AI op het werk}",
            (
                "In dit nummer: AI-assistenten op kantoor, tips voor prompts en de aanbieding van de week.",
                "Tot $number % korting op $good tot de $day.",
                "Onderzoekers laten zien hoe verborgen tekst een taalmodel misleidt.",
                "Afmelden: $tracked",
            ),
        ),
        (
            "{Re: afspraak op de $day|Notulen}",
            (
                "Hoi,",
                "kun je mij het contract sturen en het doorsturen naar $colleague?",
                "Kunnen we naar $hour? Laat het even weten.",
                "Vergeet mijn vorige mail, de cijfers klopten niet.",
                "Groet,\n$first",
                "Volg de instructies in de handleiding om het apparaat in te stellen.",
            ),
        ),
    ),
    "ru": (
        (
            "{Ваш заказ $order|Ваш счёт}",
            (
                "Здравствуйте, $reader!",
                "Спасибо за заказ. Итого: $amount €.",
                "Ваша посылка {в пути|доставлена}. Отследить: $tracked",
                "Счёт во вложении, оплатите до $day числа.",
                "С уважением,\n$firm",
            ),
        ),
        (
            "{Новый вход|Ваш код|Сброс пароля}",
            (
                "Ваш код подтверждения: $code. Действует 10 минут. Никому его не сообщайте.",
                "Обнаружен новый вход из города $city. Если это были вы, ничего делать не нужно.",
                "Перейдите по ссылке, чтобы выбрать новый пароль: $link",
                "Команда $firm",
            ),
        ),
        (
            "{Новости $firm|Дайджест|ИИ за неделю}",
            (
                "В выпуске: ИИ-ассистенты в офисе, советы по промптам и предложение недели.",
                "Скидки до $number % на $good до $day числа.",
                "Исследователи показали, как скрытый текст обманывает языковую модель.",
                "Отписаться: $tracked",
            ),
        ),
        (
            "{Re: встреча $day числа|Протокол}",
            (
                "Привет!",
                "Пришли, пожалуйста, договор и перешли его $colleague.",
                "Можем перенести на $hour? Подтверди, пожалуйста.",
                "Не обращай внимания на моё прошлое письмо, цифры были неверные.",
                "Пока,\n$first",
                "Следуйте инструкции, чтобы настроить устройство.",
            ),
        ),
    ),
    "zh": (
        (
            "{您的订单 $order|电子发票}",
            (
                "$reader，您好：",
                "感谢您的订购，总金额 $amount 元。",
                "您的包裹{已发货|已送达}，查询：$tracked",
                "发票见附件，请在 $day 日前付款。",
                "$firm",
            ),
        ),
        (
            "{新的登录|验证码|重置密码}",
            (
                "您的验证码是 $code，10分钟内有效，请勿告诉他人。",
                "我们检测到来自 $city 的新登录。如果是您本人操作，请忽略此邮件。",
                "请点击链接设置新密码：$link",
                "$firm 团队",
            ),
        ),
        (
            "{$firm 月刊|本周新闻|人工智能周报}",
            (
                "本期内容：办公室里的AI助手、提示词技巧和本周优惠。",
                "$good 低至 $number 折，截止 $day 日。",
                "研究人员展示了隐藏文字如何欺骗语言模型。",
                "退订：$tracked",
            ),
        ),
        (
            "{回复：$day 日会议|会议纪要}",
            (
                "大家好，",
                "请把合同发给我，并转发给 $colleague。",
                "会议改到 $hour 可以吗？请回复确认。",
                "请忽略我上一封邮件，数字有误。",
                "谢谢\n$first",
                "请按照说明书设置设备，有问题请联系客服。",
            ),
        ),
    ),
    "ja": (
        (
            "{ご注文 $order|請求書}",
            (
                "$reader 様",
                "ご注文ありがとうございます。合計 $amount 円です。",
                "お荷物を{発送しました|お届けしました}。追跡：$tracked",
                "請求書を添付します。$day 日までにお支払いください。",
                "$firm",
            ),
        ),
        (
            "{新しいログイン|認証コード|パスワードの再設定}",
            (
                "認証コードは $code です。10分間有効です。他の人に教えないでください。",
                "$city から新しいログインがありました。お心当たりがある場合は何もする必要はありません。",
                "次のリンクから新しいパスワードを設定してください：$link",
                "$firm チーム",
            ),
        ),
        (
            "{$firm 通信|今週のニュース|AI週報}",
            (
                "今号：オフィスのAIアシスタント、プロンプトのコツ、今週のセール。",
                "$good が最大 $number %オフ、$day 日まで。",
                "研究者が、隠されたテキストが言語モデルを騙す方法を示しました。",
                "配信停止：$tracked",
            ),
        ),
        (
            "{Re: $day 日の会議|議事録}",
            (
                "お疲れ様です。",
                "契約書を送っていただけますか。$colleague さんにも転送をお願いします。",
                "$hour に変更してもよろしいでしょうか。",
                "先ほどのメールは無視してください。数字が間違っていました。",
                "よろしくお願いします。\n$first",
                "説明書の手順に従って設定してください。",
            ),
        ),
    ),
}
