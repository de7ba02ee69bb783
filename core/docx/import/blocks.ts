import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child } from '#core/ofd/xml/walk-xml.ts';
import type { BodyBlock, FlatBlock } from '#core/template/body.ts';
import { keyOf } from '../control.ts';
import { GROUP_TAG } from '../own-names.ts';
import { isW } from '../part.ts';
import type { Importing } from './importing.ts';
import { readParagraph } from './paragraphs.ts';
import { readTable } from './tables.ts';

/** The blocks of the body, in its order. */
export function readBlocks(importing: Importing, parent: XmlElement): BodyBlock[] {
  return parent.children.flatMap((element) => readBlock(importing, element));
}

/** Wrappers of blocks that are transparent to the import. */
const THROUGH = new Set(['sdtContent', 'customXml', 'smartTag', 'ins', 'moveTo']);

function readBlock(importing: Importing, element: XmlElement): BodyBlock[] {
  const { part } = importing;
  if (isW(part, element, 'p')) return readParagraph(importing, element);
  if (isW(part, element, 'tbl')) return readTable(importing, element);
  if (isW(part, element, 'sdt')) return readControl(importing, element);
  if (THROUGH.has(element.name)) return readBlocks(importing, element);
  if (element.name === 'oMathPara') {
    importing.reported.add(element);
    importing.left.add('formula', '');
  }
  return [];
}

function readControl(importing: Importing, element: XmlElement): BodyBlock[] {
  const { part, chips, left, reported } = importing;
  const properties = child(element, 'sdtPr');
  const gallery = child(child(properties, 'docPartObj'), 'docPartGallery')?.attributes.val;
  if (gallery === 'Table of Contents') {
    reported.add(element);
    left.add('contents', '');
    return [];
  }
  const content = child(element, 'sdtContent');
  const blocks = content ? readBlocks(importing, content) : [];
  const key = keyOf(part, element);
  const option = key !== undefined && chips.options.has(key) ? key : undefined;
  const isGroup = child(properties, 'tag')?.attributes.val === GROUP_TAG;
  if (blocks.length === 0 || (!option && !isGroup)) return blocks;
  if (isGroup) {
    const flat = blocks.flatMap(flatOf);
    return flat.length === 0 ? [] : [{ type: 'group', content: flat }];
  }
  const inner = blocks.flatMap((block) => (block.type === 'optional' ? block.content : [block]));
  return [{ type: 'optional', attrs: { option: option! }, content: inner }];
}

const flatOf = (block: BodyBlock): FlatBlock[] =>
  block.type === 'group' || block.type === 'optional'
    ? block.content.flatMap(flatOf)
    : block.type === 'pageBreak'
      ? []
      : [block];
