import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed, descendant } from '#core/ofd/xml/walk-xml.ts';
import type { OfdAction } from './types.ts';

/** The actions (clause 14) in `element`. They are reported, never run. */
export function readActions(element: XmlElement): OfdAction[] {
  return childrenNamed(child(element, 'Actions'), 'Action').map((action): OfdAction => {
    const event = action.attributes.Event ?? '';
    const uri = child(action, 'URI');
    if (uri) return { event, kind: 'uri', target: uri.attributes.URI ?? uri.text.trim() };
    const dest = descendant(action, 'Goto', 'Dest');
    if (dest) return { event, kind: 'goto', target: dest.attributes.PageID ?? '' };
    const bookmark = descendant(action, 'Goto', 'Bookmark');
    if (bookmark) return { event, kind: 'goto', target: bookmark.attributes.Name ?? '' };
    const attachment = child(action, 'GotoA');
    if (attachment) return { event, kind: 'attachment', target: attachment.attributes.AttachID ?? '' };
    const sound = child(action, 'Sound');
    if (sound) return { event, kind: 'sound', target: sound.attributes.ResourceID ?? '' };
    const movie = child(action, 'Movie');
    if (movie) return { event, kind: 'movie', target: movie.attributes.ResourceID ?? '' };
    return { event, kind: 'unknown', target: '' };
  });
}
