/** As the page shows it beside the newest one. */
export const VERSION = '2.5.0';
