import { Gallery } from '../features/gallery/gallery.tsx';

export const handle = { ns: ['gallery'], title: 'gallery:title' };

export default Gallery;
