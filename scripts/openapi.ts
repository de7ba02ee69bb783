/** `npm run --silent openapi`: prints the API as an OpenAPI document, as a build has it at /ecapi/openapi.json. */
import { openApiDocument } from './openapi-document.ts';
import { readOptions } from './read-options.ts';

readOptions(
  `npm run --silent openapi
  Prints the API as an OpenAPI 3.0 document, from the calls. A running product has the same at /ecapi/openapi.json.`,
  {},
);

process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
