import { ReviewList } from '../features/platform/review-list.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['platform', 'realname', 'error'] };
export const meta = pageTitle;

export default ReviewList;
