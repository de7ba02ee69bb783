import type * as Y from 'yjs';
import type { ContentProblem } from '#core/template/check/content-problem.ts';
import type { TemplateParts } from '../room/use-template-room.ts';
import type { MarkHost } from './host.ts';

export interface PanelProps {
  doc: Y.Doc;
  parts: TemplateParts;
  host: MarkHost;
  /** Whether nothing can be changed, as for someone who may only view the template. */
  readOnly: boolean;
  /** Problems that prevent enabling the template; each is shown beside the row it concerns. */
  problems: readonly ContentProblem[];
}
