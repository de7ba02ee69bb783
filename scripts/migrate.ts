/** `npm run migrate`: migrates the database at LIBSQL_URL (with LIBSQL_AUTH_TOKEN), for use before a deployment. */
import { migrate } from './product/migrate.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run migrate
  Brings a database up to date, as before a deployment.
    LIBSQL_URL          its address
    LIBSQL_AUTH_TOKEN   its token, where it asks for one`,
  {},
);

const url = process.env.LIBSQL_URL;
if (url === undefined) {
  console.error('Set LIBSQL_URL, and LIBSQL_AUTH_TOKEN where the database asks for one.');
  process.exit(1);
}
const applied = await migrate(url, process.env.LIBSQL_AUTH_TOKEN);
console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
