ALTER TABLE `consent` ADD `seen` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `consent_ticket` ADD `seen_digest` text DEFAULT '' NOT NULL;