import { ReviewPage } from '../features/platform/review-page.tsx';

export const handle = { ns: ['platform', 'realname', 'error'], title: 'platform:review.detail' };

export default ReviewPage;
