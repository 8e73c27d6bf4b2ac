/** Opt-outs in other languages, matched on words without accents (`ł` becomes `l`). */
export const foreignRequests = [
  // French
  /\barrete[rz]? (?:de|svp|sil|les|vos|moi)\b|\bne (?:me |m )?\w+ plus\b|\bplus de (?:sms|messages?|textos?)\b|\bdesabonne[rz]?\b|\b(?:faux|mauvais) numero\b/,
  // Spanish
  /\bno (?:me|nos) (?:envi|mand|escrib|llam|contact|text|molest)\w*|\bno mas (?:mensajes|textos|sms)\b|\bdej(?:a|e|en) de (?:envi|mand|escrib|text|molest)\w*|\bdar(?:me)? de baja\b/,
  /\bno (?:quiero|queremos|deseo)(?: (?:mas|recibir|sus|tus|estos|los|nada de))* (?:mensajes|textos|sms|publicidad)\b|\b(?:borr|elimin|quit)(?:a|e|en|ar)(?:me|nos)\b|\b(?:borr|elimin|quit)(?:a|e|en|ar) mi numero\b|\b(?:numero|persona) equivocad[oa]\b/,
  // Portuguese
  /\bnao (?:me )?(?:envi|mand|contat)\w*|\bpare de (?:envi|mand)\w*|\bparem? de\b|\bnumero errado\b/,
  // German
  /\bkeine (?:sms|nachrichten|werbung|weiteren)\b|\bhoren sie auf\b|\bnicht mehr (?:schreiben|kontaktieren)\b|\bfalsche (?:nummer|person)\b/,
  // Polish
  /\bnie (?:pisz|wysyla|kontaktuj|zycz)\w*|\bprosze (?:(?:juz|wiecej|o|tu|do|mnie) ){0,3}(?:przestac|nie pisac|nie wysylac|nie dzwonic|usuniecie)\b|\bnie chce(?:my)? (?:(?:juz|wiecej|takich|tych|zadnych) ){0,2}(?:wiadomosci|sms\w*|reklam)\b/,
  /\busun(?:ac|cie|)\b (?:mnie|nas|(?:moj|nasz|ten) numer)\b|\bwypis(?:z|ac|zcie) (?:mnie|nas)\b|\bpomylka\b|\bzly numer\b/,
  // Romanian, Italian
  /\bnu (?:mai )?(?:scrie|trimite)\w*|\bnon (?:scriver|mandar|inviar|contattar)\w*|\bnumero sbagliato\b/,
  // Irish
  /^(?:le do thoil )?stad\b(?! an )|\bna (?:teacsail|seol|cuir|scriobh|bi ag (?:cur|seoladh|teacsail|scriobh))\b|\bbain (?:me|muid|sinn|m ?uimhir|an uimhir)\b|\buimhir mhi ?cheart\b|\bfag (?:me|muid|sinn)\b|\bimigh leat\b|\bdiscriobh\b/,
  /не (?:пиш|присылай|звон)|请勿|别再发|不要再发/,
]
