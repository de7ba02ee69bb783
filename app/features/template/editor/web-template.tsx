import { TemplatePage } from '../room/template-page.tsx';
import { EditorScreen } from './editor-screen.tsx';
import { EDITOR_ORIGIN } from './make-editor.ts';

const ORIGINS = [EDITOR_ORIGIN];

/** /company/frontTemplateFile/webTemplate ([2.25c]): the web template of the address, or of an embedded page's link. */
export default function WebTemplate({ id }: { id?: string }) {
  return (
    <TemplatePage undoOrigins={ORIGINS} id={id}>
      {(opened) => <EditorScreen {...opened} />}
    </TemplatePage>
  );
}
