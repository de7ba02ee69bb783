ALTER TABLE `consent_ticket` ADD `assertion` text;--> statement-breakpoint
ALTER TABLE `sign_batch` ADD `evidence` text;