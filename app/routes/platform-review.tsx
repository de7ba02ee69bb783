import { ReviewList } from '../features/platform/review-list.tsx';

export const handle = { ns: ['platform', 'realname', 'error'], title: 'platform:review.title' };

export default ReviewList;
