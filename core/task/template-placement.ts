/** Prefix of the keys of all placements that come from a document's template. */
export const prefixOf = (documentId: string): string => `t${documentId.slice(0, 19)}`;
/**
 * The key of an anchor's placement is stable, so that regenerating the file moves it instead of adding a second one.
 */
export const placementIdOf = (documentId: string, anchor: string): string =>
  `${prefixOf(documentId)}${anchor.slice(0, 20)}`;
