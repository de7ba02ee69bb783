ALTER TABLE `enterprise` ADD `reminders` text;--> statement-breakpoint
ALTER TABLE `signer` ADD `remind_at` integer;--> statement-breakpoint
ALTER TABLE `signer` ADD `reminded_times` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `signer_remind` ON `signer` (`remind_at`) WHERE remind_at is not null;--> statement-breakpoint
ALTER TABLE `task` ADD `reminders` text;