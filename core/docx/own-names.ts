/** Names that the editor gives in files that it writes, by which it knows its own when it reads them again. */

/** The tag of the control around blocks that stay on one page. */
export const GROUP_TAG = 'signet-group';
/** Names of the lists of clauses and of ordered items. */
export const CLAUSES_NAME = 'signet-clauses';
export const ITEMS_NAME = 'signet-items';
/** The style of paragraphs in header cells. */
export const HEADER_STYLE = 'SignetTableHead';
/** The style of paragraphs that Word needs and the editor does not: between two tables, and behind a last one. */
export const GAP_STYLE = 'SignetGap';
