/** Names that the editor writes into its files, to recognise its own files and elements when it reads them again. */

/** The tag of the control around blocks kept on one page. */
export const GROUP_TAG = 'signet-group';
/** Names of the lists of clauses and of ordered items. */
export const CLAUSES_NAME = 'signet-clauses';
export const ITEMS_NAME = 'signet-items';
/** The style of paragraphs in header cells. */
export const HEADER_STYLE = 'SignetTableHead';
/** The style of paragraphs that only Word needs: between two tables, and after a final one. */
export const GAP_STYLE = 'SignetGap';
