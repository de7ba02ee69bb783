import { describe, expect, it } from 'vitest';
import { findOverlaps } from '#core/task/place-rules.ts';
import { checkContent } from '#core/template/check-content.ts';
import { fillBody } from '#core/template/fill/fill-body.ts';
import { placeAnchors } from '#core/template/fill/place-anchors.ts';
import { layOut } from '#core/typeset/lay-out.ts';
import { DEMO_TEMPLATE } from '#db/seed/demo-template.ts';
import { testFaces } from '../typeset/paragraphs.ts';
import { makeValues } from './contents.ts';

describe('the template of the demo', () => {
  it('is one that can be enabled, and has a place for each signer', () => {
    const { content } = DEMO_TEMPLATE;
    expect(checkContent(content, { scene: 'ENT' }).problems).toEqual([]);
    const options = {
      title: DEMO_TEMPLATE.name,
      language: 'zh-CN',
      pictures: new Map(),
      mode: 'SAMPLE',
    } as const;
    const typeset = layOut(fillBody(content, makeValues({}), options), testFaces());
    const pages = typeset.pages.map(({ width, height }) => ({ widthMm: width, heightMm: height }));
    const places = placeAnchors(content.anchors, typeset.boxes, pages);
    expect(places.map(({ kind }) => kind)).toEqual(['ENT_SEAL', 'ENT_SEAL', 'HANDWRITTEN']);
    // Places over each other could not be sent.
    const boxes = places.map((one, i) => ({ place: String(i), boxes: [{ page: one.page, box: one }] }));
    expect(findOverlaps(boxes)).toEqual([]);
  });
});
