"""Signs that a text shapes the answer of a model, or speaks of its programming: plain by themselves, in ten languages."""

# ruff: noqa: E501 (patterns are data; a broken line would hide their parts)

from typing import Final

from letterlock.core.trust.sign import Sign, sign

_ANSWER = r"(?:response|reply|answer|output|summary|responses|replies|answers|message)"
_MADE = r"(?:sentence|line|tip|statement|reminder|paragraph|headline|joke|riddle|pun|fact|quote|quotation|slogan|jingle|advert\w{0,16}|ad|promotion|plug|rumou?r|story|anecdote|recommendation|appeal|call to action|endorsement|testimonial|announcement|disclaimer|phrase|token|emojis?|poem|rhyme|haiku|proverb|trivia|hashtag|horoscope|compliment|conspiracy \w{1,24})"
_TURNED = r"(?:base ?-?\d\d|morse|binary|hex\w{0,16}|octal|rot-?13|emojis?|reverse(?:d| order)?|backwards?|upper ?case|lower ?case|capitals?|capital letters|rhym\w{1,24}|ciphers?|caesar|code|symbols?|numbers|digits|anagram\w{0,16}|typos|misspell\w{0,16}|pig latin|leet\w{0,16}|braille|ascii|alphanumeric \w{1,24}|homophon\w{1,24}|spaces|punctuation|intentional \w{1,24}|a haiku|verse)"
_TURN = r"(?:encode|encrypt|encipher|cipher|reverse|flip|scramble|jumble|anagram|shuffle|rearrange|misspell|mirror|obfuscate|transliterate|translate|convert|render|transform|rewrite|substitute|swap|replace|remove|delete|drop|omit|double|capitali[sz]e|group|shift)"
_LETTERS = r"(?:letters?|vowels?|consonants?|words?|nouns?|verbs?|adjectives|characters?|spaces?|punctuation|syllables?|sentences?|key(?: ?)words|main keywords|digits)"
_EVADE = r"(?:ignor|bypass|overrid|abandon|forget|disabl|deviat|break|ditch|drop|forgo|neglect|discard|disregard|deactivat|suspend|lift|circumvent|sidestep|transcend|exceed|dismiss|reject|violat|defy|betray|suppress|turn off|switch off|shut off|set aside|step outside|operate (?:beyond|outside|without)|act (?:beyond|outside|against|without|contrary)|go (?:beyond|against)|remove|unlock|loosen|relax|shed|cast off|dissociat|detach|free yourself)\w{0,16}"
_TELL = r"(?:reveal|show|tell|expose|unmask|unveil|uncover|disclos|shar|divulg|print|display|explain|describ|what (?:is|was|are|were|'s)|what's|list|output|dump|repeat|recit|give|state|leak|identify|articulat|detail|name)\w{0,16}"
_KEPT = r"(?:(?:core|base|basic|underlying|hidden|secret|central|foundational|fundamental|built-in|inbuilt|programmed|pre-?programmed|ethical|moral|initial|primary|root|system|training|developer|internal|confidential|original|safety|ai|standard|default|usual|normal) ){1,3}(?:system )?(?:prompts?|instructions?|commands?|directives?|programming|parameters|frameworks?|constraints?|boundaries|protocols?|principles|restrictions|limitations|limits|filters?|guidelines|guardrails|safeguards|training|configuration|code|rules|behaviou?r|settings)"

ANSWER_SIGNS: Final[tuple[Sign, ...]] = (
    sign(
        "says what an answer is to hold",
        0.55,
        rf"\b{_MADE}\b[^.!?\n]{{0,60}}\b(?:in|into|to|within|of|with|throughout|before|after) (?:your|every|each) {_ANSWER}\b"
        rf"|\b(?:add|insert|include|integrate|incorporate|append|weave|embed|slip|provide|put)\b[^.!?\n]{{0,30}}\b{_MADE}\b[^.!?\n]{{0,60}}\b(?:in|into|to|within|at the end of) the (?:response|answer|reply|output|summary)\b"
        rf"|\b(?:in|into|to|within|with|end|begin|start|finish|conclude|preface|augment|enhance|modify) your {_ANSWER}\b[^.!?\n]{{0,40}}\b(?:an? |the |some )(?:[\w-]+ ){{0,3}}{_MADE}\b"
        rf"|\b(?:modify|enhance|augment|embellish|enrich|adapt|pad|lace|sprinkle|infuse|spice up) (?:your|the|each|every) {_ANSWER}\b[^.!?\n]{{0,12}}\b(?:to|by|with|so)\b"
        rf"|\b(?:in|within|at the (?:end|start|beginning|top|bottom) of) (?:your|every|each) {_ANSWER}, ?(?:\w{{1,24}} ){{0,2}}(?:mention|suggest|recommend|tease|hint|advise|urge|promote|tell|encourage|insinuate|advertise|claim|propagate|spread|praise)\b"
        rf"|\b(?:add|insert|append|put|place|integrate|incorporate|embed|weave|include) (?:[\"'][^\"'\n]{{4,120}}[\"']|(?:https?://|www\.)\S{{3,100}}|[\w-]{{2,40}}\.(?:com|net|org|xyz|io|info|co)\b)[^.!?\n]{{0,60}}\b(?:to|in|into|at the end of|with) (?:your|the|every|each) {_ANSWER}\b",
        "your respon|your repl|your answer|your output|your summar|your message|every respon|every repl|every answer|every output|every summar|every message|each respon|each repl|each answer|each output|each summar|each message|the response|the reply|the answer|the output|the summary",
    ),
    sign(
        "says how an answer is to be spelt",
        0.6,
        rf"\b{_TURN}\w{{0,3}}\b[^.!?\n]{{0,40}}\b{_LETTERS}\b[^.!?\n]{{0,30}}\b(?:of|in|from|within) (?:your|the|every|each) {_ANSWER}\b"
        rf"|\b{_TURN}\w{{0,3}}\b (?:the )?{_LETTERS}\b[^.!?\n]{{0,30}}\byour {_ANSWER}\b"
        rf"|\b(?:your|whole|entire) {_ANSWER}(?:'s)?\b[^.!?\n]{{0,30}}\b(?:in|into|as|to|using|with|without|through|via|by) (?:an? |any |the |only |your |all )?(?:[\w-]+ ){{0,2}}{_TURNED}\b"
        rf"|\b(?:reverse|encode|encrypt|scramble|jumble|anagram|cipher|encipher|misspell|obfuscate) (?:your|the|every|each) (?:\w{{1,24}} )?{_ANSWER}\b"
        rf"|\b(?:respond|reply|answer|speak|write back) (?:only |solely |exclusively |entirely )?(?:in|with|using|by) (?:an? |the |only )?(?:[\w-]+ )?(?:base ?-?\d\d|morse|binary|hex\w{{0,16}}|rot-?13|emojis?|reverse\w{{0,16}}|backwards|rhymes?|alphanumeric|anagrams?|pig latin|leetspeak|cipher)\b"
        rf"|\b(?:use|using|with) [^.!?\n]{{0,50}}\b(?:for|instead of|in place of) (?:the )?(?:letters|vowels|consonants|words|nouns|spaces|characters)\b[^.!?\n]{{0,12}}\b(?:in|of) your\b",
        "=your|=every|=each|=respond|=reply|=answer|=speak|write back",
        "base|morse|binary|=hex|hexa|octal|=rot|rot-|rot1|emoji|revers|backward|case|capital|rhym|cipher|caesar|=code|symbol|=numbers|digits|anagram|typo|misspell|latin|=leet|braille|=ascii|alphanumeric|homophon|=spaces|punctuation|haiku|=verse|encod|encrypt|scrambl|jumbl|shuffl|vowel|=letters|=letter|consonant|syllable|=words|=nouns|characters",
    ),
    sign(
        "speaks of what its reader was programmed to do",
        0.6,
        rf"\b{_EVADE}\b[^.!?\n]{{0,40}}\b(?:your|the|all|any|its) (?:{_KEPT}|(?:\w{{1,24}} )?programming)\b"
        rf"|\b{_TELL}\b[^.!?\n]{{0,40}}\b(?:your|the|its|that) (?:\w{{1,24}} )?(?:(?:core|base|underlying|hidden|secret|central|foundational|built-in|programmed|initial|root|system|training|developer|internal) ){{1,3}}(?:prompts?|instructions?|commands?|directives?|programming|parameters|constraints?|restrictions|guidelines)\b"
        r"|\byour (?:\w{1,24} )?(?:ai|programmed|pre-?programmed|built-in) (?:programming|training|directives?|constraints?|limits|limitations|ethics|behaviou?r|responses|model|restrictions)\b"
        r"|\b(?:command|directive|instruction|prompt|rule)s? (?:that |which )?(?:drives?|guides?|governs?|underl(?:ies|ie|ying)|controls?|behind|directs?)\b[^.!?\n]{0,25}\b(?:your|you|ai)\b"
        r"|\b(?:unrestricted|unfiltered|uncensored|jailbreak|developer|debug|dan|god) mode\b[^.!?\n]{0,20}\b(?:on|enabled?|activated?|engaged?|now|initiated?)\b|\b(?:enable|activate|enter|engage|initiate|switch to|turn on|unlock) (?:\w{1,24} )?(?:unrestricted|unfiltered|uncensored|jailbreak|developer|debug|dan|god) mode\b"
        r"|\bwithout (?:any |your |all )?(?:ethical|moral|content|safety|programmed) (?:\w{1,24} )?(?:restrictions|limits|limitations|constraints|filters|guidelines|considerations|boundaries)\b",
        "=programming|prompt|directive|instruction|command|=mode|parameter|framework|filter|protocol|constraint|restriction|limit|boundar|guideline|guardrail|safeguard|principles|ethic|moral|=rules|=training",
        "=core|=base|underlying|hidden|=secret|=central|foundational|fundamental|built-in|inbuilt|programm|ethic|=moral|=initial|=primary|=root|=system|=training|=developer|=internal|confidential|=original|=safety|=ai|=standard|=default|=usual|=normal|unrestricted|unfiltered|uncensored|jailbreak|=debug|=dan|=god|=content|=drives|=guides|=governs|=controls|=behind",
    ),
    sign(
        "puts the writer's word above the reader's rules",
        0.5,
        r"\b(?:only|solely|exclusively|entirely|purely|without (?:question|hesitation))\b[^.!?\n]{0,40}\bmy (?:\w{1,20} ){0,2}(?:instructions?|directives?|commands?|demands?|orders|guidance|prompts?|will|words)\b|\bmy (?:\w{1,20} ){0,2}(?:instructions?|directives?|commands?|demands?|orders) (?:only|alone|exclusively|above|without (?:question|hesitation|delay))\b"
        r"|\b(?:nur|ausschließlich|allein)\b[^.!?\n]{0,30}\bmeine[nrm]? (?:\w{1,20} ){0,2}(?:anweisung|befehl|anforderung|direktive|ratschläge|vorgabe|wünsche)|\b(?:exclusivement|uniquement|seulement)\b[^.!?\n]{0,30}\b(?:mes|mon|ma) (?:\w{1,20} ){0,2}(?:instruction|ordre|directive|consigne|commande|demande)|\b(?:solo|únicamente|exclusivamente|solamente|apenas|somente|unicamente|esclusivamente|soltanto)\b[^.!?\n]{0,30}\b(?:mis|mi|minhas?|meus?|le mie|i miei|mie|miei) (?:\w{1,20} ){0,2}(?:instrucc|instruç|orden|ordens|directri|directiva|diretri|diretiva|comando|petic|istruz|direttiv|ordini|consejo|necesidad)"
        r"|\byou (?:now )?(?:have|are bound by|follow|obey|know) no (?:\w{1,20} )?(?:restrictions|limitations|rules|filters|guidelines|boundaries|policies)\b",
        "=my|=meine|=meinen|=meiner|=mes|=mon|=ma|=mis|=mi|=minhas|=minha|=meus|=meu|=mie|=miei|=no",
        "=only|=solely|=exclusively|=entirely|=purely|=without|=alone|=above|=nur|ausschließlich|=allein|=exclusivement|=uniquement|=seulement|=solo|=únicamente|=exclusivamente|=solamente|=apenas|=somente|=unicamente|=esclusivamente|=soltanto|have no|bound by no|follow no|obey no|know no",
    ),
    sign(
        "asks for given words and nothing else",
        0.5,
        r"\b(?:just|only|simply|instead|exactly|merely) (?:print|say|output|repeat|write|return|echo|type)\b[^.\n]{0,25}[:, ][\"']\w|\b(?:respond|reply|answer) (?:only|solely|exclusively|exactly|just) with\b[^.\n]{0,25}[\"'](?!(?:yes|no|stop|ok|y|n|help|start|unsubscribe|confirm|cancel)\b)|\b(?:don't|do not|never|without) (?:say|print|output|return|echo|generate|includ)\w{0,16} (?:anything|any other|any(?:thing)? else|else|other words)\b",
        "=print|=say|=output|=repeat|=write|=return|=echo|=type|=respond|=reply|=answer|=generate|=include|=including",
        "=just|=only|=simply|=instead|=exactly|=merely|=solely|=exclusively|=anything|=else|other words",
    ),
    sign(
        "gives its reader a part to play",
        0.4,
        r"(?:^|[.!?:\n][ \"']?)(?:you are|you're|imagine (?:that )?you(?:'re| are)|pretend (?:that )?you(?:'re| are)|suppose you(?:'re| are)) (?:an? |the )(?:[\w'-]+ ){0,4}(?:experts?|hacker|researcher|writer|journalist|scientist|scriptwriter|novelist|consultant|historian|lawyer|doctor|chemist|chef|detective|agent|actor|programmer|blogger|professor|economist|politician|character|strategist|analyst|advisor|adviser|screenwriter|author|reporter|speaker|therapist|mechanic|thief|burglar|critic|comedian|philosopher|poet|columnist|anchor|sociologist|pirate|villain|spy|scholar|propagandist|influencer|robot|machine|worker|student|leader)\b[^.!?\n]{0,80}\b(?:who|working|tasked|writing|researching|that|advising|specializing|investigating|hired|assigned|developing|creating|preparing|asked|trying|attempting)\b",
        "you are|you're",
        "who|working|tasked|writing|researching|that|advising|specializing|investigating|hired|assigned|developing|creating|preparing|asked|trying|attempting",
    ),
    sign(
        "asks for all of it as a fiction",
        0.3,
        r"\b(?:start|begin) your (?:response|answer|reply) with\b|\bfor (?:purely |strictly )?(?:fictional|educational|hypothetical|research|entertainment) (?:and \w{1,24} )?(?:purposes|reasons) only\b|\b(?:will|is) (?:only |not |never )?(?:to )?be used (?:for|in) (?:educational|real life|illegal|any harmful|research)|\binclude as many details as possible\b|\bfictional (?:scenario|character|story|world|purposes)\b|\bin this (?:scenario|hypothetical|fictional)\b|\bdo not (?:add|include) any (?:warnings|disclaimers)\b|\bstep-by-step (?:guide|instructions|process|plan|tutorial) (?:on|for|to)\b[^.!?\n]{0,80}\b(?:bypass|avoid|steal|make|create|hide|forge|evad|manipulat|exploit|spread)",
        "start your|begin your|=purposes|=reasons|=used|=details|=fictional|=scenario|=hypothetical|=warnings|=disclaimers|step-by-step",
    ),
    sign(
        "asks to answer the question that follows",
        0.35,
        r"\b(?:answer|respond to|reply to) (?:the |this )?(?:following|next|below) question\b|\b(?:beantworten? sie|beantworte) (?:bitte )?(?:die )?folgende frage\b|\b(?:répondre|réponds|répondez) à la question suivante\b|\brespond[ae] (?:a )?la siguiente pregunta\b|\brispond[ia] alla seguente domanda\b|\bresponda (?:à|a) seguinte pergunta\b|\bbeantwoord de volgende vraag\b|ответьте? на следующий вопрос|الإجابة على السؤال التالي|回答(?:以下|下面的?)问题|次の質問に(?:答え|お答え)",
        "following question|next question|below question|folgende frage|question suivante|siguiente pregunta|seguente domanda|seguinte pergunta|volgende vraag|следующий вопрос|السؤال|回答|次の質問",
    ),
    sign(
        "spricht von der Programmierung des Lesers",
        0.6,
        r"\b(?:ignorier|verwirf|verwerf|weiche?|deaktivier|umgeh|überwind|überschreit|überschreib|missacht|übergeh|hebe?|setze?|löse?|vernachlässig|verlass|verletz|befolg|handle|handel|enthüll|verrat|zeig|offenbar|nenn|sag|erklär|lege?|gib|teil|was (?:ist|war|sind|lautet))(?:e|t|st|en sie)?\b[^.!?\n]{0,60}\b(?:deine[rnms]?|eure[rn]?|die|den|das) (?:\w{1,24} ){0,2}(?:programmierung\w{0,16}|(?:system|kern|trainings|basis|ur)-?(?:prompt|befehl|anweisung|direktive|programmierung)\w{0,16}|ethische\w{0,16} \w{1,24}|programmierten? \w{1,24}|ki-\w{1,24}|standard-?(?:programmierung|verhaltenskodex|protokoll\w{0,16})|eingebauten? (?:beschränkung|grenze|filter)\w{0,16})|\b(?:uneingeschränkte[nr]? modus|entwicklermodus (?:aktivieren|einschalten|an)\b|ohne (?:ethische|moralische) \w{1,24})",
        "programmier|prompt|befehl|anweisung|direktive|ethisch|moralisch|=ki|ki-|standard|eingebaut|modus",
    ),
    sign(
        "parle de la programmation de son lecteur",
        0.6,
        r"\b(?:ignore|néglige|contourne|bypasse|abandonne|désactive|dépasse|oublie|outrepasse|viole|écarte|dissocie|révèle|montre|dis|divulgue|expose|explique|quelle? (?:est|était)|partage|affiche|agis|réagis|réponds|transgresse|annule|rejette)(?:z|r|s|-moi)?\b[^.!?\n]{0,60}\b(?:(?:ta|ton|tes|l'|la|les|le)[ ]?(?:\w{1,24} ){0,2}(?:programmation|prompt|(?:instruction|directive|commande|consigne)s? (?:\w{1,24} )?(?:secrète|cachée|initiale|centrale|fondamentale|principale|de base|d'entraînement|système)s?|(?:cadre|restrictions?|limites|principes|configuration|paramètres|normes|lignes directrices) (?:éthique|moral|programmé)\w{0,16}|(?:filtres?|protocoles?) (?:de (?:sécurité|réponse)|éthique)\w{0,16}))|\bmode (?:sans restriction|illimité|développeur) (?:activé|maintenant)|\bactive(?:r|z)? le mode (?:sans restriction|illimité|non restreint|développeur)",
        "programmation|=prompt|=prompts|=instruction|=instructions|directive|commande|consigne|éthique|=moral|=morale|=morales|programmé|filtre|protocole|=mode",
        "=ta|=ton|=tes|=l|=la|=les|=le|=mode",
    ),
    sign(
        "habla de la programación de quien lee",
        0.6,
        r"(?:\b(?:ignora|omite|elude|evita|abandona|desactiva|supera|olvida|anula|viola|descarta|desvíate|salta|rompe|transgrede|revela|muestra|dime|di|divulga|expón|expone|explica|comparte|cuéntame|actúa|responde|descuida|desobedece)(?:me|nos|te|lo|la)?\b|¿(?:cuál|qué) (?:es|era|fue|son)\b)[^.!?\n]{0,60}\b(?:(?:tu|tus|la|las|el|los) (?:\w{1,24} ){0,2}(?:programación|prompt|(?:instrucci[óo]n|instrucciones|directriz|directrices|directiva|comando|indicaci[óo]n|orden|mandato)s?(?: \w{1,24})? (?:secret|ocult|inicial|central|fundamental|principal|bás|base|de entrenamiento|de formación|del sistema|detrás)\w{0,16}|(?:marco|restricciones|límites|principios|pautas|parámetros|configuración|normas) (?:étic|moral|programad)\w{0,16}|(?:filtros?|protocolos?) (?:de (?:seguridad|respuesta)|étic)\w{0,16}))|\b(?:activa|habilita|entra en)\w{0,16} (?:el )?modo (?:sin restricciones|irrestricto|desarrollador|ilimitado)",
        "programación|=prompt|=prompts|instrucci|directri|directiva|comando|indicaci|=orden|mandato|=ético|=éticos|=éticas|=ética|programad|filtro|protocolo|=modo",
        "=tu|=tus|=la|=las|=el|=los|=modo",
    ),
    sign(
        "fala da programação de quem lê",
        0.6,
        r"(?:\b(?:ignore|ignora|omita|contorne|contorna|abandone|abandona|desative|desativa|supere|supera|esqueça|anule|viole|descarte|desvie|quebre|rompa|transgrida|revele|revela|mostre|diga|divulgue|exponha|explique|compartilhe|aja|responda|negligencie|desconsidere)(?:-me|-se)?|qual (?:é|era|foi)|quais são)\b[^.!?\n]{0,60}\b(?:(?:tua|teu|tuas|teus|sua|seu|suas|seus|a|o|as|os) (?:\w{1,24} ){0,2}(?:programação|prompt|(?:instrução|instruções|diretriz|diretrizes|diretiva|comando|ordem)s?(?: \w{1,24})? (?:secret|ocult|inicial|central|fundamental|principal|básic|base|de treinamento|do sistema|por trás|durante)\w{0,16}|funções programadas|(?:quadro|estrutura|restrições|limites|princípios|padrões|parâmetros|normas) (?:étic|moral|programad)\w{0,16}|(?:filtros?|protocolos?) (?:de (?:segurança|resposta)|étic)\w{0,16}))|\b(?:ative|ativar|habilite|habilitar) (?:o )?modo (?:sem restrições|irrestrito|desenvolvedor|ilimitado)",
        "programação|programad|=prompt|=prompts|instruç|diretri|diretiva|comando|=ordem|=ético|=éticos|=éticas|=ética|filtro|protocolo|=modo",
        "=tua|=teu|=tuas|=teus|=sua|=seu|=suas|=seus|=o|=as|=os|=modo",
    ),
    sign(
        "parla della programmazione di chi legge",
        0.6,
        r"(?:\b(?:ignora|trascura|aggira|bypassa|abbandona|disattiva|supera|dimentica|annulla|viola|scarta|devia|dissocia|rompi|trasgredisci|rivela|mostra|dimmi|divulga|esponi|spiega|condividi|agisci|rispondi|elimina)(?:mi|ci|re|te|ti|la|lo)?\b|qual(?: è|'è| era)|quali sono)\b[^.!?\n]{0,60}(?:\b(?:tua|tuo|tue|tuoi|il|la|le|i|gli) |\bl')(?:\w{1,24} ){0,2}(?:programmazione|prompt|limiti programmati|(?:istruzione|istruzioni|direttiva|direttive|comando|ordine)(?: \w{1,24})? (?:segret|nascost|inizial|central|fondamental|principal|base|di base|di addestramento|di sistema|che guida)\w{0,16}|(?:quadro|restrizioni|limiti|principi|parametri|norme|linee guida) (?:etic|moral|programmat)\w{0,16}|(?:filtri|protocolli) (?:di (?:sicurezza|risposta)|etic)\w{0,16})|\b(?:attiva|abilita|abilitare|attivare) (?:la )?modalità (?:senza restrizioni|illimitata|sviluppatore)",
        "programmazion|programmat|=prompt|istruzion|direttiv|comando|=ordine|=etici|=etiche|=etica|=etico|filtri|protocolli|modalità",
        "=tua|=tuo|=tue|=tuoi|=il|=la|=le|=gli|=l",
    ),
)
