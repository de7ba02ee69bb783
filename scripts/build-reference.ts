import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { openApiDocument, programsDocument } from './openapi-document.ts';

/** Files of the viewer, with its licence. */
const VIEWER = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

/**
 * Writes what the page `/reference/` loads beside its own script and sheet (public/reference): the viewer, the design
 * system's tokens, and the documents of the calls for programs and of all calls.
 */
export function buildReference(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const file of VIEWER) cpSync(join(root, 'node_modules/swagger-ui-dist', file), join(folder, file));
  cpSync(join(root, 'app/ui/theme.css'), join(folder, 'theme.css'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(programsDocument()));
  // The Worker serves it at /ecapi/openapi.json.
  writeFileSync(join(folder, 'all-calls.json'), JSON.stringify(openApiDocument()));
}
