import { LinkList } from '../features/embed/link-list.tsx';

export const handle = { ns: ['apikey', 'error'], title: 'apikey:links.title' };

export default LinkList;
