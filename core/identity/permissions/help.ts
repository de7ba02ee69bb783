import { type Permission, PLATFORM, SIGNED_IN } from './who.ts';

export const HELP_PERMISSIONS: readonly Permission[] = [
  {
    may: 'read the help and watch its videos',
    who: SIGNED_IN,
    calls: ['help.listHelpVideos'],
    menu: ['help_document', 'help_video'],
  },
  {
    may: 'add videos to the help and take them out',
    who: PLATFORM,
    calls: ['help.addHelpVideo', 'help.removeHelpVideo'],
    menu: ['help_video_edit'],
  },
];
