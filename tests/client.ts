/** The client of /ecapi that scripts and tests share. */
export * from '#scripts/api-client.ts';
