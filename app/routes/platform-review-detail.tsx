import { ReviewPage } from '../features/platform/review-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['platform', 'realname', 'error'], crumb: 'platform:review.detail' };
export const meta = pageTitle;

export default ReviewPage;
