import { OnboardingFields } from '../features/employee/onboarding-fields.tsx';

export const handle = { ns: ['onboarding', 'error'], title: 'onboarding:title' };

export default OnboardingFields;
