ALTER TABLE `invitation` ADD `reminders_off_at` integer;--> statement-breakpoint
ALTER TABLE `copy_party` ADD `email_sealed` text DEFAULT '' NOT NULL;