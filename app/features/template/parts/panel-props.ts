import type * as Y from 'yjs';
import type { ContentProblem } from '#core/template/check/content-problem.ts';
import type { TemplateParts } from '../room/use-template-room.ts';
import type { MarkHost } from './host.ts';

export interface PanelProps {
  doc: Y.Doc;
  parts: TemplateParts;
  host: MarkHost;
  /** Of somebody who may only see the template: nothing can be changed. */
  readOnly: boolean;
  /** What keeps the template from being enabled; shown beside what it concerns. */
  problems: readonly ContentProblem[];
}
