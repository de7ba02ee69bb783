ALTER TABLE `auth_code` ADD `asked_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `auth_code` ADD `strange_tries` integer DEFAULT 0 NOT NULL;