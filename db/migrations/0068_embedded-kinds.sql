ALTER TABLE `embed_link` ADD `template_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `embed_link_enterprise` ON `embed_link` (`enterprise_id`,`created_at`);