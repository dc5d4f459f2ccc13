const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Puts a user's name into a sentence; a right-to-left name can't reverse the words around it. */
export function inSentence(name: string): string {
  const plain = name.replace(/\p{Bidi_Control}/gu, '')
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
