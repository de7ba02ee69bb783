import { SimApproval } from '../consent/sim-approval.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['consent'] };
export const meta = pageTitle;

export default SimApproval;
