import { NoticePage } from '../features/notice/notice-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['notice', 'task', 'error'], crumb: 'notice:title' };
export const meta = pageTitle;

export default NoticePage;
