import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import type { Importing } from './importing.ts';

/**
 * Reports text of the file that neither reached the template nor is reported already, whatever it stands in: nobody
 * compares a long contract with its import word by word.
 */
export function reportUnread(
  root: XmlElement,
  { left, reported }: Pick<Importing, 'left' | 'reported'>,
): void {
  const visit = (parent: XmlElement): void => {
    for (const element of parent.children) {
      if (element.name === 'Fallback' || reported.has(element)) continue;
      if (element.name === 't') {
        if (element.text.trim() !== '') left.add('otherText', element.text);
      } else if (element.name === 'sym') left.add('symbol', '');
      else if (element.name === 'contentPart') left.add('drawing', '');
      else visit(element);
    }
  };
  visit(root);
}

/** All text in an element. */
export const textBelow = (element: XmlElement): string =>
  element.name === 't' ? element.text : element.children.map(textBelow).join('');
