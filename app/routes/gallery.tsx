import { Gallery } from '../features/gallery/gallery.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['gallery'] };
export const meta = pageTitle;

export default Gallery;
