/** How names and addresses are compared: compatibility form, lower case. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase()
