import type { BodyBlock, BodyInline } from '#core/template/body.ts';
import { type WebContent, webContent } from '#core/template/content.ts';
import { type TemplateValues, templateValues } from '#core/template/values.ts';

/** Keys of parts in tests: a name made long enough. */
export const key = (name: string): string => name.padEnd(10, '0');

type Body = Partial<Omit<Parameters<typeof webContent.parse>[0] & object, never>> & Record<string, unknown>;

/** A web template's content with the defaults of its schema. */
export const makeContent = (content: readonly BodyBlock[], more: Body = {}): WebContent =>
  webContent.parse({
    kind: 'WEB',
    page: {},
    body: { type: 'doc', content },
    fields: [],
    signers: [],
    anchors: [],
    ...more,
  });

export const makeField = (name: string, more: object = {}) => ({
  key: key(name),
  name,
  types: ['TEXT'],
  length: 20,
  position: 1,
  ...more,
});

export const makeValues = (values: Partial<TemplateValues>): TemplateValues =>
  templateValues.parse({ fields: {}, ...values });

export const says = (text: string): BodyInline => ({ type: 'text', text });
export const chip = (name: string): BodyInline => ({ type: 'field', attrs: { field: key(name) } });
export const line = (...content: BodyInline[]) => ({ type: 'paragraph' as const, content });
