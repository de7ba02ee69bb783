export { OpenApproval as default } from '../features/approval/open-approval.tsx';

export const handle = { ns: ['approval', 'error'], title: 'approval:open.page' };
