import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { childText } from '#core/ofd/xml/walk-xml.ts';
import type { Box } from './geometry.ts';
import { readBox } from './read-values.ts';
import type { PageArea } from './types.ts';

/** CT_PageArea (7.5); undefined if no box gives a paper of plausible size (mm). */
export function readPageArea(element: XmlElement | undefined): PageArea | undefined {
  if (!element) return undefined;
  const box = (name: string): Box | undefined => {
    const found = readBox(childText(element, name));
    return found && found.width > 0 && found.height > 0 ? found : undefined;
  };
  const application = box('ApplicationBox');
  const content = box('ContentBox');
  const bleed = box('BleedBox');
  const physical = box('PhysicalBox') ?? application ?? content ?? bleed;
  if (!physical || physical.width > 50_000 || physical.height > 50_000) return undefined;
  return { physical, application, content, bleed };
}
