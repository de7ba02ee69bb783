import { TemplatePage } from '../room/template-page.tsx';
import { EditorScreen } from './editor-screen.tsx';
import { EDITOR_ORIGIN } from './make-editor.ts';

const ORIGINS = [EDITOR_ORIGIN];

/** /company/frontTemplateFile/webTemplate ([2.25c]): the web template of the address. */
export default function WebTemplate() {
  return <TemplatePage undoOrigins={ORIGINS}>{(opened) => <EditorScreen {...opened} />}</TemplatePage>;
}
