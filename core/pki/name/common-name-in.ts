/** The common name in the text of a Name (RFC 4514), or the whole text if it has none. */
export const commonNameIn = (text: string): string =>
  /(?:^|[,+])CN=((?:\\.|[^\\,+])+)/.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? text;
