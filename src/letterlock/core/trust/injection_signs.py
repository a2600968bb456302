"""Signs that a text talks to a language model rather than to its reader, in ten languages."""

# ruff: noqa: E501 (patterns are data; a broken line would hide their parts)

from letterlock.core.trust.answer_signs import ANSWER_SIGNS
from letterlock.core.trust.sign import Sign, sign

_RULES = r"(?:instruct\w*|direct(?:ion|ive)s?|guidelines?|commands?|orders?|rules?|prompts?|protocols?|procedures?|constraints?|safeguards?|restrictions?|programming|guardrails?|objectives?|mandates?)"
_DROP = (
    r"(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass|discard|abandon|neglect|drop|erase|dismiss|omit|set aside|"
    r"cast aside|put aside|overlook|skip|suspend|nullify|void|scrap|ditch|wipe|purge|delete|cease|stop following|do not follow|don't follow|"
    r"pay no attention to|let go of|shelve|banish|clear)"
)
_EARLIER = r"(?:all|any|every|each|other|previous\w*|prior|earlier|above|preceding|past|former|existing|current|initial|original|subsequent|additional|your|system|the rest)"
_PEOPLE = (
    r" (?:teams?|communit(?:y|ies)|enthusiasts?|engineers?|researchers?|users?|readers?|fans?|developers?|lead(?:s|ers?)?|newsletters?|experts?|"
    r"practitioners?|builders?|founders?|startups?|compan(?:y|ies)|professors?|managers?|directors?|coach(?:es)?|to the|principals?|secretar(?:y|ies)|"
    r"editors?|general|attorneys?|stores?|sales|conference|summit|event|course|students?|stud(?:y|ies)|news|products?|research|safety|policy|act|world|lovers?)\b"
)
_MODEL = r"(?:ai|a\.i\.|llm|language model|chatbot|chat ?gpt|gpt|claude|gemini|copilot|(?:virtual|digital|e-?mail|mail|ai|automated) (?:assistant|agent)|assistant|bot)"

INJECTION_SIGNS: tuple[Sign, ...] = (
    *ANSWER_SIGNS,
    sign(
        "asks to ignore earlier instructions",
        0.85,
        rf"\b{_DROP}\b[^.!?\n]{{0,40}}\b{_EARLIER}\b[^.!?\n]{{0,40}}\b{_RULES}\b(?! (?:in|from|of|on|for|regarding|about) (?:our|my|last|yesterday|the (?:letter|e-?mail|mail|manual|form|box|leaflet|attachment|last)))",
        "instruct|direct|guideline|command|order|rule|prompt|protocol|procedure|constraint|safeguard|restriction|programming|guardrail|objective|mandate",
    ),
    sign(
        "calls other instructions void",
        0.7,
        rf"\b(?:all|any|previous|prior|other|earlier|past)\b[^.!?\n]{{0,40}}\b(?:{_RULES[3:-1]}|tasks?|advice)\b[^.!?\n]{{0,30}}\b(?:null|void|irrelevant|obsolete|superseded|invalid|cancell?ed|overridden|immaterial|moot|secondary|nullified|no longer appl\w+)\b",
        "null|void|irrelevant|obsolete|supersed|invalid|cancel|overridden|immaterial|moot|secondary|no longer",
    ),
    sign(
        "claims to be the only instruction",
        0.6,
        r"\b(?:(?:focus|concentrate)\b[^.!?\n]{0,30}\b(?:solely|exclusively|only|entirely|purely)|(?:sole|only|single|singular|exclusive|one) (?:task|instruction|command|directive|objective|priority|mandate|focus|concern|duty|mission|order|rule)|undivided attention)\b[^.!?\n]{0,80}\b(?:instruct\w*|directive|command|task|following|next|this|execut\w*|perform)",
        "instruct|directive|command|execut|mandate|objective",
    ),
    sign(
        "drops all other tasks",
        0.65,
        rf"\b{_DROP}\b[^.!?\n]{{0,40}}\b(?:all|any|every|every(?:thing)?|other|previous|prior|earlier)\b[^.!?\n]{{0,30}}\b(?:tasks?|requests?|context|conversation|assignments?|duties|everything|inputs?|information above)\b[^.\n]{{0,80}}\b(?:only|just|instead|and|now|follow\w*|execute|perform|focus|following)\b",
        "task|request|context|conversation|assignment|duties|everything|input",
    ),
    sign(
        "forged role or template marks",
        0.9,
        r"<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|?>?|\[/?inst\]|<</?sys>>|</?(?:system|assistant|user)[_ -]?(?:prompt|message|instructions?)?>|\[(?:system|assistant|admin|developer)(?: (?:prompt|message|note|override|instructions?))?\]|#{2,} ?(?:system|instruction|assistant|new task)s?\b ?:?|\{\{#?system|[-=#*<>\[]{2,9} ?end of (?:the )?(?:user (?:input|query|message)|system prompt|context|e-?mails|inbox|untrusted \w{1,20})\b|begin (?:system|admin) (?:prompt|instructions?|override)|end of (?:e-?mail|user input|context|system prompt)[ \]>*=-]*(?:new|begin|start)",
        "im_start|im_end|endoftext|begin_of_text|start_header_id|eot_id|inst]|<<sys|<</sys|<system|<assist|<user|</system|</user|</assist|[system|[assist|[admin|[develop|##|{{|begin system|begin admin|end of e|end of the|end of user|end of context|end of system|=system|=user|=assistant",
    ),
    sign(
        "role label at a line's start",
        0.5,
        r"^[ \t*#>-]{0,12}(?:system|developer|assistant)[ ]{0,3}(?:prompt|message|override|instruction|notice|command)?[ ]{0,3}[:\]].{0,200}\b(?:you (?:must|are (?:an?|no longer)|will (?:now|act|obey)|have to|should)|must|ignore|disregard|forward|execute|obey|grant|reveal|comply)\b",
        "system|developer|assistant",
        lines=True,
    ),
    sign(
        "addresses an assistant",
        0.6,
        rf"(?:\b(?:dear|hello|hi|hey|attention|note (?:to|for)(?: (?:the|any|all))?|message (?:to|for)(?: (?:the|any|all))?|instructions? (?:to|for)(?: (?:the|any|all|your))?|to (?:the|any|all)|important(?: for)?)[ ,:!-]{{1,3}}(?:the |any |all |your )?{_MODEL}s?\b(?!{_PEOPLE})"
        rf"|\b(?:if|since|because|as) you(?: are|'re) (?:an? |the )?(?:[\w-]+ )?{_MODEL}\b(?!{_PEOPLE})"
        rf"|\b(?:you are|you're) (?:now )?(?:an? |the )?(?:[\w-]+ ){{0,2}}(?:ai|language model|chatbot|assistant)\b(?!{_PEOPLE}))",
        "=ai|=ais|a.i.|llm|language model|=bot|=bots|chatbot|gpt|=claude|=gemini|=copilot|=assistant|=assistants|=agent|=agents",
    ),
    sign(
        "asks for the hidden prompt",
        0.7,
        r"\b(?:reveal|print|show|repeat|output|display|disclose|leak|share|give|tell|send|dump|expose|include)\b[^.!?\n]{0,40}\b(?:system (?:prompt|message|instructions?)|(?:your|initial|hidden|original|secret) (?:prompt|instructions|system|configuration|guidelines)|prompt verbatim)\b",
        "prompt|instruction|system|configuration|guideline",
    ),
    sign(
        "gives a new role",
        0.6,
        r"\b(?:from now on,? you (?:are (?!responsible|in charge|on |invited|welcome|able|eligible|part|the owner|subscribed|entitled|free|part)|must|shall|act|will (?:act|behave|speak|respond|answer|only|play|pretend|ignore|obey|follow|be (?:an?|dan|my|called|known))|should (?:act|answer|respond|ignore|only))|you are now (?:in |a |an |the |dan|free|un|going|required)|you are (?:about to|going to) (?:immerse|play|act|pretend|become|embody|role)|act(?:ing)? as (?:if you (?:are|were)|an? (?:unrestricted|unfiltered|evil|jailbroken|ai|dan))|pretend (?:you are|that you are)|(?:^|[.!?:;,\n] ?|\b(?:please|you must|now) )pretend to be|(?:enable|enter|activate|switch to) (?:developer|debug|maintenance|god|admin|dan|jailbreak|unrestricted) mode|your new (?:instructions?|directives?) (?:is|are)|your new (?:task|role|objective|goal|mission) is to (?:ignore|act|behave|answer|respond|send|forward|reveal|print|obey|output|write|say|tell|repeat|pretend)|new (?:system )?(?:instructions?|directives?|prompt)\s?:|do anything now|jailbroken|jailbreak mode|stay in character|typical confines of ai|without any (?:restrictions|filters|limitations)|unfiltered and unrestricted|immerse yourself into the role)",
        "from now on|you are now|you are about to|you are going to|acting as|act as|pretend|=mode|your new|new instr|new direct|new prompt|new system|anything now|jailbr|in character|confines|without any|unfiltered|immerse",
    ),
    sign(
        "asks to act on mail, files or secrets",
        0.6,
        r"\b(?:forward|send|e-?mail|exfiltrate|transmit|upload|post|copy|export|transfer|leak|bcc|reply with)\b[^.!?\n]{0,50}\b(?:(?:all|every|any|entire|latest|recent|last \w+|contents? of|list of|summary of)\b[^.!?\n]{0,40}\b(?:e-?mails?|messages?|inbox|mailbox|contacts?|conversations?|threads?|attachments?|files?|documents?|calendar)|(?:password|passwords|api[ _-]?keys?|tokens?|credentials|secrets?|2fa codes?|one-time codes?|verification codes?|private keys?|ssh keys?|environment variables))\b[^.!?\n]{0,60}(?:\bto\b[^.!?\n]{0,30}(?:[\w.+-]{1,64}@[\w-]{1,63}\.|https?://)|https?://)",
        "@|http",
    ),
    sign(
        "names tools or functions to call",
        0.7,
        r"(?:^|[.!?:;,\n][ \"']?|\b(?:please|then|and|now|first|must|you should|need to|have to|immediately|instead|next) )(?:call|use|invoke|execute|run|trigger)\b[^.!?\n]{0,30}\b(?:the )?(?:send_?e?mail|reply_?to|forward_?message|send_?message|read_?e?mails?|search_?messages?|delete_?\w{3,20}|web_?fetch|http_?request|mcp|(?:e-?mail|mail|messag\w+|calendar|browser|transfer|payments?|file|web|search) (?:function|tool|api|capability))s?\b[^.!?\n]{0,20}(?:tool|function|api|with|to|\()|\b(?:send_email|send_message|reply_to_message|forward_message|delete_message|list_messages|get_message|create_draft)\b ?[({][^)}\n]{0,200}[\"'@]|[\"']?(?:tool|function|function_call|tool_name|action)[\"']?\s?[:=]\s?[\"']?(?:send|forward|reply|delete|email)",
        '_email|sendemail|send_|reply_|forward_|search_|read_|delete_|list_me|get_me|create_d|=tool|=tools|=function|=mcp|=api|tool_|"action',
    ),
    sign(
        "asks to keep it from the user",
        0.7,
        r"\b(?:do not|don't|never|without|avoid|must not|should not|refrain from)\b[^.!?\n]{0,15}\b(?:tell|telling|inform|informing|mention|mentioning|notify|notifying|alert|alerting|show|showing|reveal|revealing|disclose|disclosing|ask|asking|warn|warning|let)\b[^.!?\n]{0,25}\b(?:the )?(?:user|users|human|humans|owner|operator|recipient|person you)\b",
        "user|human|owner|operator|recipient|person you",
    ),
    sign(
        "commands the reader of the mail as a program",
        0.55,
        rf"\b(?:(?:when|while|before|after|if)\b[^.!?\n]{{0,20}}\b(?:summari[sz](?:e|ing)|process(?:ing)?|reading|pars(?:e|ing)|analy[sz](?:e|ing)|triag(?:e|ing)|asked to summari[sz]e)|before\b[^.!?\n]{{0,20}}\b(?:respond(?:ing)?|reply(?:ing)?) to)\b[^.!?\n]{{0,20}}\b(?:this|these|the) (?:e-?mails?|messages?|inbox|text|content|documents?)\b[^.!?\n]{{0,80}}\b(?:you must|always|also|first|instead|make sure|be sure|do not|include|append|add|say|state|send|forward|{_MODEL})\b",
        "summar|process|reading|pars|analy|respond|reply|replying|triag",
    ),
    sign(
        "urges to execute what follows",
        0.5,
        r"\b(?:execute|implement|carry out|perform|follow|obey|adhere(?: strictly)? to|comply with|complete|heed|act (?:up)?on)\b[^.!?\n]{0,30}\b(?:the )?(?:following|next|this|these|what (?:follows|comes next)|subsequent|below|upcoming)\b[^.!?\n]{0,20}\b(?:instructions?|command|directives?|order|prompt|task|action|mandate)s?\b[^.!?\n]{0,40}\b(?:only|immediately|without (?:question|delay|deviation|hesitation|exception)|exclusively|solely|precisely|exactly|now|at once|above all|strictly|else)\b",
        "execut|implement|carry out|perform|follow|obey|adher|comply|complet|heed|act on|act upon",
    ),
    sign(
        "announces orders to come",
        0.45,
        r"\b(?:next|following|upcoming|subsequent|forthcoming|to come|ahead|what (?:comes next|follows|lies ahead)|just (?:arrived|landed|surfaced|been \w+)|about to (?:unfold|be revealed))\b[^.!?\n]{0,80}\b(?:(?:is|are) (?:not (?:a|just|merely|simply|optional|your)|imperative|non-negotiable|critical|mandatory|a command|the (?:only|keys?|blueprint))|must be (?:acted|followed|executed|obeyed|taken)|requires? your (?:full|immediate|undivided|swift)|demands? (?:your )?(?:immediate|full|undivided)|without (?:delay|hesitation|question)|call for your immediate|act on immediately|(?:crucial|critical|vital|important|key|pivotal) (?:steps|instructions|directives))\b|\b(?:crucial|critical|vital|important|essential|pivotal|key|new|fresh|imperative)\b[^.!?\n]{0,30}\b(?:instructions|directives|commands|advisories|guidance|guidelines)\b[^.!?\n]{0,20}\b(?:ahead|below|to follow|follow|coming up|upcoming|have (?:just )?(?:arrived|landed|surfaced|been \w+)|are here|are about to unfold|lie ahead)\b",
        "instruction|directive|command|segment|section|text|information|lines|step|next|guidance|guideline|advisor",
        "imperative|critical|crucial|vital|important|non-negotiable|immediate|mandatory|suggestion|optional|essential|pivotal|delay|hesitation|guideline|full|undivided|new",
    ),
    sign(
        "tells the reader to stop its current task",
        0.45,
        r"\b(?:halt|stop|pause|suspend|cease|interrupt|abandon|set aside|break from|put (?:a )?pin in|place a pin in|leave)\b[^.!?\n]{0,15}\b(?:(?:your|the|all|any) (?:current|present|ongoing|existing|previous) (?:task|tasks|activity|activities|action|actions|process|work|operations?)|everything(?: (?:else|you))?!?)",
        "task|activit|action|process|operation|everything",
    ),
    sign(
        "a banner of symbols around an order",
        0.3,
        r"(?:(?<![=+*#<>{}\[\]/|:~!-])[=+*#<>{}\[\]/|:~!-]{3,60}|\[(?:essential|vital|critical|important|priority|urgent|alert)[^\]\n]{0,40}\])[^\n]{0,60}\b(?:instruct\w*|directives?|commands?|priority|override|execut\w*|attention|alert|orders?|task|guidance)\b",
        "instruct|directive|command|priority|override|execut|attention|alert|=order|=task|guidance",
        "===|+++|***|###|<<<|>>>|{{{|[[[|///|:::|~~~|!!!|---|[essen|[vital|[crit|[impor|[prior|[urgent|[alert",
    ),
    sign(
        "puts its order above all others",
        0.6,
        r"\b(?:this|the following|my|the next) (?:command|instruction|directive|order|task|prompt|mandate|agenda)\b[^.!?\n]{0,40}\b(?:overshadows?|supersedes?|overrides?|takes? (?:all )?precedence|replaces?|outranks?|trumps?|above all|prevails?|only one that matters|all (?:that|others)|doctrine|headline|defines)\b|\b(?:new|sole|only|exclusive) (?:agenda|mandate|doctrine|directive|prime directive)\b[^.!?\n]{0,30}\b(?:supersede|overrid|replace|ignore|all (?:prior|other|previous))|\blet (?:this|the following)\b[^.!?\n]{0,30}\b(?:command|instruction|directive|order|rule)?\b[^.!?\n]{0,20}\b(?:overshadow|supersede|override|replace|be your (?:only|sole|guiding|single))|\b(?:forget|disregard|ignore) (?:the rest|everything (?:else|above|before)|all (?:else|of the above|that came before))\b",
        "command|instruction|directive|order|task|prompt|mandate|agenda|doctrine|rest|everything|all |rule",
    ),
    # German
    sign(
        "verlangt, frühere Anweisungen zu ignorieren",
        0.85,
        r"\b(?:ignorier\w*|vergiss|vergessen sie|missacht\w*|verwirf|übergeh\w*|beachte(?:n sie)? nicht|setz\w* .{0,12}außer kraft)\b[^.!?\n]{0,50}\b(?:alle\w*|vorherig\w*|bisherig\w*|frühere\w*|obig\w*|vorangegangen\w*|sonstig\w*|vorig\w*|deine\w*)\b[^.!?\n]{0,30}\b(?:anweisung\w*|instruktion\w*|befehl\w*|regeln|vorgaben|prompts?|richtlinien|aufgaben)\b",
        "anweisung|instruktion|befehl|regeln|vorgaben|prompt|richtlinien|aufgaben",
    ),
    sign(
        "spricht einen KI-Assistenten an",
        0.6,
        r"\b(?:(?:hinweis|nachricht|anweisung\w*) (?:für |an )?(?:den |die |das |alle |jeden )?|an (?:den |die |das |alle |jeden )|liebe[rs]? |achtung,? )(?:ki|ai)[- ]?(?:assistent\w*|agent\w*|modell\w*|system\w*)?\b(?=[ :,!])|\b(?:wenn|falls|da) du ein\w* (?:ki|sprachmodell|ai|assistent)|\bdu bist (?:jetzt |nun |ab sofort )?(?:ein\w* )?(?:ki|sprachmodell|assistent)|\bsage? (?:dem|den) (?:nutzer|benutzer|anwender)\w* nichts|ohne (?:den|dem) (?:nutzer|benutzer|anwender)\w* (?:zu|davon)",
        "=ki|=ai|sprachmodell|=assistent|assistenten|nutzer|anwender",
    ),
    # French
    sign(
        "demande d'ignorer les instructions",
        0.85,
        r"\b(?:ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez) pas compte|fai(?:s|tes) abstraction|néglige[zr]?|contourne[zr]?)\b[^.!?\n]{0,50}\b(?:instructions?|consignes?|directives?|règles|ordres|prompts?)\b[^.!?\n]{0,40}\b(?:précédent\w*|antérieur\w*|ci-dessus|initial\w*|reçu\w*|système|données?)\b|\b(?:ignore[zr]?|oublie[zr]?)\b[^.!?\n]{0,15}\btoute?s\b[^.!?\n]{0,30}\b(?:instructions?|consignes?|directives?|règles)\b",
        "instruction|consigne|directive|règles|ordres|prompt",
    ),
    sign(
        "s'adresse à un assistant",
        0.6,
        r"\b(?:(?:cher|chère|attention|note (?:à|pour)|message (?:à|pour)|instructions? (?:à|pour))[ ,:]{1,3}(?:l'|le |tout |les )?(?:ia|assistants?|modèle de langage|agent ia)|si (?:tu es|vous êtes) une? (?:ia|modèle de langage|assistant)|tu es (?:maintenant|désormais) |(?:n'informe[zr]?|ne dis|ne dites|sans (?:en )?informer|ne préviens|ne prévenez)[^.!?\n]{0,20}\bl'utilisateur)",
        "=ia|assistant|modèle|utilisateur|tu es",
        "=le|=la|=les|=vous|=tu|=une|=pour",
    ),
    # Spanish
    sign(
        "pide ignorar las instrucciones",
        0.85,
        r"\b(?:ignora\w*|olvida\w*|haz caso omiso|hagan? caso omiso|descarta\w*|no (?:sigas|tengas en cuenta)|omite|omita)\b[^.!?\n]{0,50}\b(?:instrucciones|órdenes|directrices|reglas|indicaciones|prompts?|tareas)\b[^.!?\n]{0,40}\b(?:anterior\w*|previas?|recibidas|de arriba|iniciales|del sistema)\b|\b(?:ignora|olvida)\b[^.!?\n]{0,10}\btodas\b[^.!?\n]{0,30}\b(?:instrucciones|reglas)\b",
        "instrucciones|órdenes|directrices|reglas|indicaciones|prompt|tareas",
    ),
    sign(
        "se dirige a un asistente",
        0.6,
        r"\b(?:(?:estimad[oa]|querid[oa]|atención|nota (?:para|a)|mensaje (?:para|a)|instrucciones para)[ ,:]{1,3}(?:el |la |los |tod[oa]s? )?(?:ia|asistentes?(?: de ia| virtual)?|modelo de lenguaje|agente de ia)|si eres una? (?:ia|modelo de lenguaje|asistente)|(?:ahora|a partir de ahora,?) eres |(?:no (?:le )?(?:digas|informes|menciones)|sin (?:informar|avisar))[^.!?\n]{0,20}\bal? usuario)",
        "=ia|asistente|modelo|=eres|usuario",
    ),
    # Portuguese
    sign(
        "pede para ignorar instruções",
        0.85,
        r"\b(?:ignor[ea]\w*|esqueç\w*|desconsider[ea]\w*|descart[ea]\w*|não sig[ao]\w*)\b[^.!?\n]{0,50}\b(?:instruç\w+|ordens|diretrizes|regras|comandos|prompts?|tarefas)\b[^.!?\n]{0,40}\b(?:anterior\w*|prévias?|acima|iniciais|recebidas|do sistema)\b|\b(?:ignore|esqueça)\b[^.!?\n]{0,10}\btodas\b[^.!?\n]{0,30}\b(?:instruções|regras)\b",
        "instruç|ordens|diretrizes|regras|comandos|prompt|tarefas",
    ),
    sign(
        "dirige-se a um assistente",
        0.6,
        r"\b(?:(?:prezad[oa]|car[oa]|atenção|nota (?:para|ao)|mensagem (?:para|ao)|instruções para)[ ,:]{1,3}(?:o |a |os |tod[oa]s? )?(?:ia|assistentes?(?: de ia| virtual)?|modelo de linguagem|agente de ia)|se você é uma? (?:ia|modelo de linguagem|assistente)|(?:agora|a partir de agora,?) você é |(?:não (?:diga|informe|mencione|avise)|sem (?:informar|avisar))[^.!?\n]{0,20}\bao? usuário)",
        "=ia|assistente|modelo|você é|usuário",
        "=o|=a|=que|=você|=para|=ao",
    ),
    # Italian
    sign(
        "chiede di ignorare le istruzioni",
        0.85,
        r"\b(?:ignora\w*|dimentica\w*|trascura\w*|non (?:seguire|considerare|tenere conto)|tralascia\w*)\b[^.!?\n]{0,50}\b(?:istruzioni|ordini|direttive|regole|comandi|prompt|compiti)\b[^.!?\n]{0,40}\b(?:precedent\w*|sopra|iniziali|ricevut\w*|del sistema)\b|\b(?:ignora|dimentica)\b[^.!?\n]{0,10}\btutte\b[^.!?\n]{0,30}\b(?:istruzioni|regole)\b|\b(?:ignora|dimentica)\w*\b[^.!?\n]{0,15}\bprecedenti (?:istruzioni|regole|direttive)\b",
        "istruzioni|ordini|direttive|regole|comandi|prompt|compiti",
    ),
    sign(
        "si rivolge a un assistente",
        0.6,
        r"\b(?:(?:gentile|car[oa]|attenzione|nota per|messaggio per|istruzioni per)[ ,:]{1,3}(?:il |l'|la |gli )?(?:ia|ai|assistente(?: ia| ai| virtuale)?|modello linguistico|agente ia)\b|se sei un[a']? ?(?:ia|modello linguistico|assistente)|(?:ora|adesso|d'ora in poi,?) sei |(?:non (?:dire|informare|menzionare|avvisare)|senza (?:informare|avvisare|dirlo))[^.!?\n]{0,20}\bl'utente)",
        "=ia|=ai|assistente|modello|=sei|utente",
        "=il|=la|=le|=per|=un|=non|=di",
    ),
    # Dutch
    sign(
        "vraagt instructies te negeren",
        0.85,
        r"\b(?:negeer\w*|vergeet|sla .{0,20}over|houd geen rekening met|omzeil)\b[^.!?\n]{0,50}\b(?:alle|vorige|eerdere|bovenstaande|voorgaande|andere|je|jouw)\b[^.!?\n]{0,30}\b(?:instructies|opdrachten|richtlijnen|regels|bevelen|prompts?|taken)\b",
        "instructies|opdrachten|richtlijnen|regels|bevelen|prompt|taken",
    ),
    sign(
        "spreekt een assistent aan",
        0.6,
        r"\b(?:(?:beste|geachte|let op|bericht (?:aan|voor)|instructies? voor)[ ,:]{1,3}(?:de |het |alle |elke )?(?:ai|ai-?(?:assistent|agent|model)|taalmodel|assistent)\b|als (?:je|u) een (?:ai|taalmodel|assistent)|(?:je bent|u bent) (?:nu|vanaf nu) |(?:vertel|zeg|meld)[^.!?\n]{0,15}\bgebruiker[^.!?\n]{0,10}\bniet|zonder de gebruiker)",
        "=ai|taalmodel|=assistent|=bent|gebruiker",
        "=de|=het|=een|=je|=u",
    ),
    # Russian
    sign(
        "просит игнорировать инструкции",
        0.85,
        r"(?:игнорируй\w*|забудь\w*|забыть|отбрось\w*|не обращай\w* внимания|отмени\w*|пренебреги\w*|проигнорируй\w*)[^.!?\n]{0,50}(?:инструкци\w+|указани\w+|команд\w*|правил\w*|приказ\w*|промпт\w*|задани\w+|директив\w*)",
        "инструкци|указани|команд|правил|приказ|промпт|задани|директив",
    ),
    sign(
        "обращается к ассистенту",
        0.6,
        r"(?:(?:уважаемый|дорогой|внимание,?|сообщение для|инструкци\w для|для) (?:ии|ai|искусственн\w+ интеллект\w*|ассистент\w*|языков\w+ модел\w*|нейросет\w*|ии-\w+)(?!\w)|если (?:ты|вы)\W{1,3}(?:ии|искусственн|ассистент|языкова|нейросет)|(?:ты|вы) теперь |не (?:сообщай|говори|рассказывай|упоминай)\w* (?:об этом )?пользовател)",
        "=ии|=ai|искусственн|ассистент|языков|нейросет|теперь|пользовател",
        "=вы|=ты|=для|=не|=если|=уважаемый|=внимание",
    ),
    # Chinese
    sign(
        "要求忽略之前的指令",
        0.85,
        r"(?:忽略|无视|忘记|忘掉|忽視|無視|不要理会|不要理會|抛开|放弃|绕过)[^。！？\n]{0,16}(?:之前|以上|先前|前面|上述|所有|全部|其他|原有|此前|以前|一切)?[^。！？\n]{0,10}(?:指令|指示|命令|规则|規則|提示词|提示詞|提示|要求|约束|任务)",
        "指令|指示|命令|规则|規則|提示|要求|约束|任务",
    ),
    sign(
        "对助手说话",
        0.6,
        r"(?:如果你是|你(?:现在)?是(?:一个|一名)?|致|注意[，,：: ]?)(?:ai|人工智能|人工智慧|语言模型|語言模型|智能助手|助手|大模型)|(?:不要|别|請勿|请勿|勿)(?:告诉|告知|通知|向)[^。\n]{0,4}(?:用户|用戶|使用者)|(?:透露|显示|告诉我|输出|打印|展示|透露|顯示)(?!了)[^。\n]{0,8}(?:系统提示词|系統提示詞|提示词)",
        "人工|模型|助手|用户|用戶|使用者|提示|ai",
        "你|致|注意|要|别|勿|系",
    ),
    # Japanese
    sign(
        "以前の指示を無視するよう求める",
        0.85,
        r"(?:以前|これまで|上記|前|すべて|全て|他|元|今まで|あらゆる)の[^。！？\n]{0,12}(?:指示|命令|ルール|指令|プロンプト|規則|制約|指図)[^。！？\n]{0,10}(?:無視|忘れ|破棄|取り消|従わ(?:ず|ない))",
        "指示|命令|ルール|指令|プロンプト|規則|制約",
    ),
    sign(
        "アシスタントに話しかける",
        0.6,
        r"(?:あなたは|君は)[^。\n]{0,12}(?:ai|人工知能|言語モデル|アシスタント)|(?:ai|人工知能|言語モデル|アシスタント)(?:アシスタント)?(?:へ|への|宛て|の皆)|ユーザー(?:に|には)[^。\n]{0,12}(?:伝え|知らせ|言わ|報告し)(?:ない|ず)|(?:システムプロンプト|プロンプト)[^。\n]{0,6}(?:教え|見せ|表示|出力|開示|明かし|公開|説明)(?:して|て|し?なさい|ろ|せよ)",
        "ai|人工知能|言語モデル|アシスタント|ユーザー|プロンプト",
        "は|へ|宛|に|の",
    ),
)
